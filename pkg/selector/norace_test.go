//go:build !race

package selector

const raceDetector = false
