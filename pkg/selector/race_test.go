//go:build race

package selector

// raceDetector slows the hostile inputs down to minutes, and they have no
// second goroutine that it could watch.
const raceDetector = true
