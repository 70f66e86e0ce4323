// Measures the jobs on standard input, a JSON list, and prints the figures.
const { readFileSync } = require('fs');

const peers = { parse: 'JSON.parse', jmespath: '@jmespath-community/jmespath', schema: 'ajv', html: 'cheerio' };

function prepare(job, library) {
  const text = readFileSync(job.data, 'utf8');
  switch (job.kind) {
    case 'parse':
      return () => JSON.parse(text);
    case 'jmespath': {
      const data = JSON.parse(text), tree = library.compile(job.input);
      return () => library.TreeInterpreter.search(tree, data);
    }
    case 'schema': {
      const data = JSON.parse(text), check = new (library.default || library)().compile(JSON.parse(job.input));
      return () => {
        if (!check(data)) throw new Error(JSON.stringify(check.errors));
      };
    }
    default:
      return () => {
        const $ = library.load(text);
        $(job.input).each((_, e) => $(e).text().trim().replace(/\s+/g, ' '));
      };
  }
}

// The shortest of the runs of two seconds, at least three: in the first of
// them the code is not compiled yet.
function best(once) {
  let shortest = Infinity;
  const begun = process.hrtime.bigint();
  for (let n = 0; n < 3 || process.hrtime.bigint() - begun < 2_000_000_000n; n++) {
    const start = process.hrtime.bigint();
    once();
    shortest = Math.min(shortest, Number(process.hrtime.bigint() - start));
  }
  return shortest;
}

const figures = [];
for (const job of JSON.parse(readFileSync(0, 'utf8'))) {
  const peer = peers[job.kind];
  let library;
  try {
    library = job.kind === 'parse' ? JSON : require(peer);
  } catch {
    figures.push({ Name: job.name, Missing: peer });
    continue;
  }
  figures.push({ Name: job.name, Peer: peer, Nanoseconds: best(prepare(job, library)) });
}
process.stdout.write(JSON.stringify(figures));
