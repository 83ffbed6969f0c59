package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
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
