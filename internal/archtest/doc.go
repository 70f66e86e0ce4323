// Package archtest has tests only: they hold the packages to their layers and
// the files to their size.
package archtest
