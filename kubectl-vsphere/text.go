package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// say prints one line. Texts of the cluster are in it, so a character that is not visible becomes "?": it could move the
// cursor of the terminal, or change the direction of what follows.
func say(out io.Writer, format string, values ...any) {
	fmt.Fprintln(out, strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '?'
	}, fmt.Sprintf(format, values...)))
}

// oneLine joins the lines of a message, for example of kubectl.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// colors are the control sequences of the program: see Tint in ccm/application.
var colors = [][]byte{[]byte("\x1b[0m"), []byte("\x1b[1m"), []byte("\x1b[31m"), []byte("\x1b[32m"), []byte("\x1b[33m")}

// podWriter passes the output of a Pod on. Line ends, tabs and the colours of the program stay. Any other control
// character, and a byte that is not UTF-8, becomes "?": a Pod that only looks like the provider could set the clipboard
// of the terminal, or make it type. All other characters stay, because the output may be JSON that a program reads.
type podWriter struct {
	out       io.Writer
	hasColors bool
	begun     []byte // the begin of a character or of a colour, whose end is not written yet
}

// newPodWriter returns a writer that removes the colours on Windows, where the console shows them as text: kubectl enables
// them only on a console of its own.
func newPodWriter(out io.Writer) *podWriter {
	return &podWriter{out: out, hasColors: runtime.GOOS != "windows"}
}

func (w *podWriter) Write(given []byte) (int, error) {
	left := append(w.begun, given...)
	var passed bytes.Buffer
	for len(left) > 0 && !isBegin(left) {
		if i := slices.IndexFunc(colors, func(color []byte) bool { return bytes.HasPrefix(left, color) }); i >= 0 {
			if w.hasColors {
				passed.Write(colors[i])
			}
			left = left[len(colors[i]):]
			continue
		}
		c, size := utf8.DecodeRune(left)
		if size == 1 && c == utf8.RuneError || unicode.IsControl(c) && !strings.ContainsRune("\n\r\t", c) {
			c = '?'
		}
		passed.WriteRune(c)
		left = left[size:]
	}
	w.begun = bytes.Clone(left)
	if _, err := w.out.Write(passed.Bytes()); err != nil {
		return 0, err
	}
	return len(given), nil
}

// isBegin reports whether more bytes can make this one character or colour.
func isBegin(text []byte) bool {
	return !utf8.FullRune(text) || slices.ContainsFunc(colors, func(color []byte) bool {
		return len(text) < len(color) && bytes.HasPrefix(color, text)
	})
}

// end writes what was only begun.
func (w *podWriter) end() {
	if len(w.begun) > 0 {
		_, _ = io.WriteString(w.out, strings.Repeat("?", len(w.begun)))
	}
}
