// Checks the language of the project: Vale reads every text with the rules of styles/.
//
// Vale reads Markdown. This program copies each text into a Markdown file, on the line that it has in its source, so that
// the findings of Vale have the right line. README.md lists the texts.
//
// usage: prose VALE PROJECT ROOT [PATH ...]
//
// The rules are those of PROJECT, the texts those of ROOT.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: prose VALE PROJECT ROOT [PATH ...]")
		os.Exit(2)
	}
	findings, err := check(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	if paths := os.Args[4:]; len(paths) > 0 {
		findings = slices.DeleteFunc(findings, func(each finding) bool {
			return !slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(each.path, path) })
		})
	}
	areas := map[string]int{}
	for _, finding := range findings {
		fmt.Println(finding)
		areas[finding.area]++
	}
	for _, area := range slices.Sorted(maps.Keys(areas)) {
		fmt.Fprintf(os.Stderr, "%6d %s\n", areas[area], area)
	}
	if len(findings) > 0 {
		fmt.Fprintf(os.Stderr, "%6d texts to reword; tools/prose/README.md says how to exempt a quotation\n", len(findings))
		os.Exit(1)
	}
}

// A finding is one line of the report.
type finding struct {
	path, area, match, message, rule string
	line                             int
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %q: %s [%s]", f.path, f.line, f.match, f.message, f.rule)
}

// check returns the findings of a tree, by path and line.
func check(vale, project, root string) ([]finding, error) {
	project, err := filepath.Abs(project)
	if err != nil {
		return nil, err
	}
	copies, err := os.MkdirTemp("", "prose")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(copies)
	quoted, err := quotations(filepath.Join(project, "tools/prose/quoted.txt"))
	if err != nil {
		return nil, err
	}
	texts, err := read(root)
	if err != nil {
		return nil, err
	}
	for _, each := range texts {
		for number, text := range layOut(each.blocks) {
			for _, quotation := range quoted {
				text = strings.ReplaceAll(text, quotation, strings.Repeat(" ", len(quotation)))
			}
			file := filepath.Join(copies, each.kind, strconv.Itoa(number), each.path+".md")
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return nil, err
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				return nil, err
			}
		}
	}
	return run(vale, filepath.Join(project, ".vale.ini"), copies)
}

// quotations reads the texts that other projects wrote and that pages and tests quote, one a line.
func quotations(file string) ([]string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var quoted []string
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			quoted = append(quoted, line)
		}
	}
	return quoted, nil
}

// run runs Vale on a folder of copies.
func run(vale, config, folder string) ([]finding, error) {
	command := exec.Command(vale, "--config="+config, "--output=JSON", ".")
	command.Dir = folder
	var problems bytes.Buffer
	command.Stderr = &problems
	output, err := command.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, fmt.Errorf("%s: %w\n%s%s", vale, err, problems.String(), output)
	}
	var alerts map[string][]struct {
		Check, Match, Message string
		Line                  int
	}
	if err := json.Unmarshal(output, &alerts); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", vale, err, problems.String(), output)
	}
	var findings []finding
	for file, found := range alerts {
		parts := strings.SplitN(filepath.ToSlash(file), "/", 3)
		path := strings.TrimSuffix(parts[2], ".md")
		for _, alert := range found {
			rule := strings.TrimPrefix(alert.Check, "VsphereCloud.")
			if rule == "SentenceLength" && parts[0] == "strings" && isTest(path) {
				continue // command lines and expected output
			}
			findings = append(findings,
				finding{path, areaOf(path, parts[0]), alert.Match, alert.Message, rule, alert.Line})
		}
	}
	slices.SortFunc(findings, func(a, b finding) int {
		if order := strings.Compare(a.path, b.path); order != 0 {
			return order
		}
		if a.line != b.line {
			return a.line - b.line
		}
		return strings.Compare(a.String(), b.String())
	})
	return slices.Compact(findings), nil
}

func areaOf(path, kind string) string {
	area, _, _ := strings.Cut(path, "/")
	switch {
	case strings.HasSuffix(path, ".java"):
		module, _, _ := strings.Cut(path, "/src/")
		where := "main"
		if isTest(path) {
			where = "test"
		}
		return "java " + where + " " + kind + " " + module
	case strings.HasPrefix(path, "docs/"):
		return filepath.Dir(path)
	case !strings.Contains(path, "/"):
		return "root"
	default:
		return area
	}
}

func isTest(path string) bool {
	return strings.Contains(path, "/src/test/") || strings.HasPrefix(path, "tools/testkit/")
}

// A text is what one file has to check.
type text struct {
	path   string
	kind   string // comments, strings or page
	blocks []block
}

// A block is text that belongs together, such as a paragraph.
type block struct {
	line  int // of its first line, from 1
	lines []string
}

var skipped = regexp.MustCompile(`^(benchmarks/reports|tools/prose/styles|deploy/src/test/(renderings|crds)|(.*/)?src/test/resources/.*\.(ya?ml|ini|json|txt|csv))(/|$)`)

// read reads the texts of a tree.
func read(root string) ([]text, error) {
	var texts []text
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, _ := filepath.Rel(root, file)
		path = filepath.ToSlash(path)
		name := entry.Name()
		if entry.IsDir() {
			if path != "." && (name == "target" || name == "dist" || strings.HasPrefix(name, ".") || skipped.MatchString(path)) {
				return filepath.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() || skipped.MatchString(path) {
			return nil
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for kind, blocks := range textsOf(path, string(content)) {
			if len(blocks) > 0 {
				texts = append(texts, text{path, kind, blocks})
			}
		}
		return nil
	})
	return texts, err
}

func textsOf(path, content string) map[string][]block {
	switch name := filepath.Base(path); {
	case strings.HasSuffix(name, ".md"):
		return map[string][]block{"page": {{1, strings.Split(content, "\n")}}}
	case strings.HasSuffix(name, ".java"):
		// The text blocks of tests are tables and files.
		comments, literals := readJava(content, !isTest(path))
		return map[string][]block{"comments": comments, "strings": literals}
	case strings.HasSuffix(name, ".go"):
		comments, _ := readJava(content, false)
		return map[string][]block{"comments": comments}
	case strings.HasSuffix(name, ".json") && strings.HasPrefix(path, "deploy/"):
		return map[string][]block{"strings": readValues(content, jsonTexts)}
	case strings.HasSuffix(name, ".yaml"):
		return map[string][]block{"comments": readHashComments(content), "strings": readValues(content, yamlTexts)}
	case strings.HasSuffix(name, ".tpl"), name == "NOTES.txt":
		return map[string][]block{"page": readTemplate(content)}
	case strings.HasSuffix(name, ".xml"):
		return map[string][]block{"comments": readXmlComments(content)}
	case name == "Makefile", strings.HasSuffix(name, ".sh"), strings.HasPrefix(content, "#!"):
		return map[string][]block{"comments": readHashComments(content), "strings": readValues(content, echoes)}
	case strings.Contains(path, "/corpus/") && strings.HasSuffix(name, ".txt"):
		return map[string][]block{"strings": readValues(content, titles)}
	case path == "benchmarks/survivors.txt":
		return map[string][]block{"page": readLines(content)}
	default:
		return nil
	}
}

// layOut puts each block on its lines, in as few files as leave an empty line between two blocks.
func layOut(blocks []block) []string {
	var files [][]string
	for _, each := range blocks {
		at := slices.IndexFunc(files, func(lines []string) bool { return len(lines) < each.line-1 || len(lines) == 0 })
		if at < 0 {
			at = len(files)
			files = append(files, nil)
		}
		for len(files[at]) < each.line-1 {
			files[at] = append(files[at], "")
		}
		files[at] = append(files[at], each.lines...)
	}
	var texts []string
	for _, lines := range files {
		texts = append(texts, strings.Join(lines, "\n")+"\n")
	}
	return texts
}
