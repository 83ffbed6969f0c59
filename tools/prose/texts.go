package main

import (
	"regexp"
	"strings"
)

var (
	// Titles and descriptions of JSON: the schema of the chart, the dashboard.
	jsonTexts = regexp.MustCompile(`"(?:title|description|content|legendFormat)":\s*"((?:[^"\\]|\\.)*)"`)
	// Texts of alerts, of Chart.yaml, and of Events and conditions in manifests.
	yamlTexts = regexp.MustCompile(`^\s*(?:- )?(?:summary|description|message|note):\s*['"]?(.*?)['"]?$`)
	// Titles of the cases of the corpus.
	titles = regexp.MustCompile(`^(?:title|source): (.*)`)
	// What make and shell scripts print.
	echoes = regexp.MustCompile(`\b(?:echo|say|fail|printf)\s+(?:'([^']*)'|"((?:[^"\\]|\\.)*)")`)
)

// readValues returns the groups of a pattern, each a block.
func readValues(content string, pattern *regexp.Regexp) []block {
	var blocks []block
	for number, line := range strings.Split(content, "\n") {
		for _, match := range pattern.FindAllStringSubmatch(line, -1) {
			if value := plain(strings.Join(match[1:], "")); isProse(value) {
				blocks = append(blocks, block{number + 1, []string{template.ReplaceAllStringFunc(value, blank)}})
			}
		}
	}
	return blocks
}

var hashComment = regexp.MustCompile(`^([^#]*[\s])?#+!?\s?(.*)$`)

// readHashComments returns the comments of YAML, make and shell.
func readHashComments(content string) []block {
	var blocks []block
	for number, line := range strings.Split(content, "\n") {
		match := hashComment.FindStringSubmatch(line)
		if match == nil || (number == 0 && strings.HasPrefix(line, "#!")) {
			continue
		}
		text := match[2]
		if last := len(blocks) - 1; last >= 0 && strings.TrimSpace(match[1]) == "" &&
			blocks[last].line+len(blocks[last].lines) == number+1 {
			blocks[last].lines = append(blocks[last].lines, text)
		} else {
			blocks = append(blocks, block{number + 1, []string{text}})
		}
	}
	return blocks
}

var xmlComment = regexp.MustCompile(`(?s)<!--(.*?)-->`)

func readXmlComments(content string) []block {
	var blocks []block
	for _, at := range xmlComment.FindAllStringSubmatchIndex(content, -1) {
		var lines []string
		for line := range strings.SplitSeq(content[at[2]:at[3]], "\n") {
			lines = append(lines, strings.TrimSpace(line))
		}
		blocks = append(blocks, block{1 + strings.Count(content[:at[0]], "\n"), lines})
	}
	return blocks
}

var (
	template        = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	quotedText      = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"`)
	yaml            = regexp.MustCompile(`^\s*(- )?[a-z"][\w./"-]*:(\s|$)|^\s*- `)
	templateComment = regexp.MustCompile(`(?s)^\{\{-?\s*/\*(.*)\*/\s*-?\}\}$`)
)

// readTemplate returns the comments and the strings of a Helm template, and its text between actions except YAML.
func readTemplate(content string) []block {
	var blocks []block
	text := template.ReplaceAllStringFunc(content, func(action string) string {
		if match := templateComment.FindStringSubmatch(action); match != nil {
			return match[1]
		}
		return blank(action)
	})
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if yaml.MatchString(line) || strings.Trim(line, "X \t") == "" {
			line = ""
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	blocks = append(blocks, block{1, lines})
	for _, at := range template.FindAllStringIndex(content, -1) {
		line := 1 + strings.Count(content[:at[0]], "\n")
		for offset, each := range strings.Split(content[at[0]:at[1]], "\n") {
			for _, literal := range quotedText.FindAllStringSubmatch(each, -1) {
				if value := plain(literal[1]); isProse(value) && !templateComment.MatchString(content[at[0]:at[1]]) {
					blocks = append(blocks, block{line + offset, []string{value}})
				}
			}
		}
	}
	return blocks
}

// blank leaves the lines of a text, and one word, which stands for the value.
func blank(action string) string {
	if strings.Contains(action, "\n") {
		return strings.Repeat("\n", strings.Count(action, "\n"))
	}
	return "X"
}

// readLines makes each line a block.
func readLines(content string) []block {
	var blocks []block
	for number, line := range strings.Split(content, "\n") {
		blocks = append(blocks, block{number + 1, []string{plain(line)}})
	}
	return blocks
}
