package main

import (
	"regexp"
	"strings"
)

// readJava returns the comments of Java or Go, and the strings that hold words.
//
// Strings that `+` joins are one block, also with a value between them. Text blocks are optional.
func readJava(source string, textBlocks bool) (comments, literals []block) {
	line := 1
	var pending *block // a literal that may go on
	flush := func() {
		if pending != nil && isProse(strings.Join(pending.lines, " ")) {
			literals = append(literals, *pending)
		}
		pending = nil
	}
	add := func(at int, value string) {
		if pending == nil {
			pending = &block{line: at}
		}
		for len(pending.lines) < at-pending.line {
			pending.lines = append(pending.lines, "")
		}
		for offset, each := range strings.Split(value, "\n") {
			index := at - pending.line + offset
			if index < len(pending.lines) {
				pending.lines[index] += " " + each
			} else {
				pending.lines = append(pending.lines, each)
			}
		}
	}
	for i := 0; i < len(source); {
		rest := source[i:]
		switch {
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest+"\n", '\n')
			comments = addComment(comments, line, rest[:end], alone(source, i))
			i += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest+"*/", "*/") + 2
			end = min(end, len(rest))
			var lines []string
			for each := range strings.SplitSeq(strings.TrimSuffix(rest[2:end], "*/"), "\n") {
				lines = append(lines, docLine(strings.TrimLeft(strings.TrimSpace(each), "*")))
			}
			comments = append(comments, block{line, lines})
			line += strings.Count(rest[:end], "\n")
			i += end
		case strings.HasPrefix(rest, `"""`):
			end := 3
			for end < len(rest) && !strings.HasPrefix(rest[end:], `"""`) {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(rest))
			if textBlocks && strings.Contains(rest[:end], ".\n") {
				add(line, plain(rest[3:end]))
			} else if textBlocks { // a table
				for number, each := range strings.Split(rest[3:end], "\n") {
					flush()
					add(line+number, plain(each))
				}
			}
			line += strings.Count(rest[:end], "\n")
			i += min(end+3, len(rest))
		case rest[0] == '"':
			end := endOfLiteral(rest)
			add(line, plain(rest[1:end]))
			i += min(end+1, len(rest))
		case rest[0] == '`': // Go
			end := strings.IndexByte(rest[1:]+"`", '`') + 1
			line += strings.Count(rest[:end], "\n")
			i += min(end+1, len(rest))
		case rest[0] == '\'':
			i += min(endOfLiteral(rest)+1, len(rest))
		default:
			switch rest[0] {
			case '\n':
				line++
			case ';', ',', '{', '}', ')', '?', ':':
				flush()
			}
			i++
		}
	}
	flush()
	return comments, literals
}

// endOfLiteral returns the index of the closing quote of a string or a character.
func endOfLiteral(rest string) int {
	end := 1
	for end < len(rest) && rest[end] != rest[0] && rest[end] != '\n' {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	return min(end, len(rest))
}

// alone tells that a comment has its line for itself.
func alone(source string, at int) bool {
	start := strings.LastIndexByte(source[:at], '\n') + 1
	return strings.TrimSpace(source[start:at]) == ""
}

var directive = regexp.MustCompile(`^//(go:|nolint|@|\s*spotless:|\s*CHECKSTYLE)`)

// addComment adds a line to the comment that ends on the line before, if it is of the same kind.
func addComment(comments []block, line int, comment string, alone bool) []block {
	if directive.MatchString(comment) {
		return comments
	}
	text := docLine(strings.TrimPrefix(strings.TrimLeft(comment, "/"), " "))
	if last := len(comments) - 1; alone && last >= 0 && comments[last].line+len(comments[last].lines) == line {
		comments[last].lines = append(comments[last].lines, text)
		return comments
	}
	return append(comments, block{line, []string{text}})
}

var (
	tag       = regexp.MustCompile(`^\s*@(param|throws|return|see|since)\b\s*(<?[\w.]+>?)?`)
	reference = regexp.MustCompile(`\[([\w.#]+(\([^)\]]*\))?)\]($|[^(\[])`)
	inlineTag = regexp.MustCompile(`\{@(?:code|link|linkplain|literal) ([^}]*)\}`)
)

// docLine makes tags list items, and references code, as the text around them is Markdown.
func docLine(line string) string {
	line = tag.ReplaceAllString(line, "- `$2`")
	line = strings.Replace(line, "- ``", "-", 1)
	line = reference.ReplaceAllString(line, "`$1`$3")
	return inlineTag.ReplaceAllString(line, "`$1`")
}

var (
	markup = strings.NewReplacer(`\n`, " ", `\t`, " ", `\"`, `"`, `\\`, " ", "{", " ", "}", " ", "<", "/", ">", " ", "#", " ", "*", " ", "|", ",", "~", " ", "_", "-", "[", "(", "]", ")")
	phrase = regexp.MustCompile(`[A-Za-z']+[,:]? [A-Za-z']+|^[A-Z][a-z]+:`)
)

// plain takes from a literal what Markdown would read as markup.
func plain(literal string) string {
	var lines []string
	for line := range strings.SplitSeq(literal, "\n") {
		lines = append(lines, strings.TrimLeft(markup.Replace(line), " \t-+"))
	}
	return strings.Join(lines, "\n")
}

// isProse tells that a literal has two words in a row, or is a label such as `Cause:`.
func isProse(literal string) bool {
	return phrase.MatchString(literal)
}
