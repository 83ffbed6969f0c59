package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const project = "../.."

var vale = os.Getenv("VALE")

// found returns the findings in files, as "path:line rule".
func found(t *testing.T, files map[string]string) []string {
	t.Helper()
	if vale == "" {
		t.Skip("VALE does not name the program; run tools/prose/check")
	}
	root := t.TempDir()
	for path, content := range files {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	findings, err := check(vale, project, root)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, each := range findings {
		lines = append(lines, fmt.Sprintf("%s:%d %s", each.path, each.line, each.rule))
	}
	return slices.Compact(lines)
}

var pattern = regexp.MustCompile(`(?m)^  (?:- )?'\S.*$`)

// Each pattern of a rule finds the sentence in the comment after it.
func TestEachPatternFindsItsExample(t *testing.T) {
	styles, err := filepath.Glob("styles/VsphereCloud/*.yml")
	if err != nil || len(styles) == 0 {
		t.Fatal("no rules", err)
	}
	files := map[string]string{}
	wanted := map[string]string{}
	for _, style := range styles {
		content, err := os.ReadFile(style)
		if err != nil {
			t.Fatal(err)
		}
		rule := strings.TrimSuffix(filepath.Base(style), ".yml")
		for number, line := range pattern.FindAllString(string(content), -1) {
			_, example, is := strings.Cut(line, "' # ")
			if !is {
				t.Errorf("%s: %s: add a sentence that it finds, as a comment", style, line)
			}
			path := fmt.Sprintf("%s-%d.md", rule, number)
			files[path] = example + "\n"
			wanted[path+":1 "+rule] = example
		}
	}
	lines := found(t, files)
	for line, example := range wanted {
		if !slices.Contains(lines, line) {
			t.Errorf("%s does not find %q", line, example)
		}
	}
}

func TestFindsTheWordsOfTheRules(t *testing.T) {
	for sentence, rule := range map[string]string{
		"Whoever reads the Lease decides.":                                 "Actor",
		"A visitor proves nobody.":                                         "Actor",
		"Nobody is told about it.":                                         "Actor",
		"Whether it is so.":                                                "Fragment",
		"One that nobody observes.":                                        "Fragment",
		"What is failed is waited for, unless it is old.":                  "Fragment",
		"Who may grant a right tells nobody.":                              "Fragment",
		"That Lease is ours.":                                              "Project",
		"The cluster does not let us ask.":                                 "Project",
		"It does what the Go program does.":                                "GoProgram",
		"The authorities to trust are in this file.":                       "Certificate",
		"The authority signed it.":                                         "Certificate",
		"The user sees what he may see.":                                   "Pronoun",
		"It can't be had.":                                                 "Contraction",
		"It cannot be had.":                                                "Plain",
		"Its VM is not to be seen.":                                        "Plain",
		"A Node is deleted if it is proven gone, and never else.":          "Plain",
		"The controller is told of each change.":                           "Notification",
		"There is no word of the VM.":                                      "Notification",
		"An inquest asks each vCenter.":                                    "Metaphor",
		strings.Repeat("Words follow one another here, ", 8) + "and more.": "SentenceLength",
	} {
		if lines := found(t, map[string]string{"page.md": sentence}); !slices.Contains(lines, "page.md:1 "+rule) {
			t.Errorf("%s does not find %q, only %v", rule, sentence, lines)
		}
	}
}

func TestPlainTextsPass(t *testing.T) {
	lines := found(t, map[string]string{"page.md": `# What's new is not a heading here: use "New features"

The controller reads the tags every minute. Returns true if the Lease is held.
If the login fails, the watcher waits 5 minutes. This project is a drop-in replacement.
The kube-apiserver trusts the certificate authority. Pass ` + "`--certificate-authority`" + `.
It takes 5 us in us-east-1, in the US. The command tells you what to do. Which VM is it? What is it? Who reads it?
The VM's owner and vCenter's answer do not differ. See https://example.org/whoever and [the page](authorities.md).

` + "`Whoever`" + ` and ` + "`inquest`" + ` are code.

    nobody is in a code block

` + "```\nours\n```\n"})
	if want := []string{"page.md:1 Contraction"}; !slices.Equal(lines, want) {
		t.Errorf("found %v", lines)
	}
}

func TestReadsTheTextsOfEachKindOfFile(t *testing.T) {
	files := map[string]string{
		"A.java": `package nobody;

/// Says nobody, with [Nobody] and
/// nobody again.
///
/// @param nobody a name
/// @throws Nobody if nobody asks
class A {
    // A comment of nobody.
    char quote = '"'; // nobody
    String name = "nobody";
    String message = "this is said by "
            + name + " and heard by nobody";
    /* A block
     * of nobody. */
    String block = """
            First line,
            nobody in the second "quoted" line,
            """; // nobody
    Map<String, String> map = Map.of("a long key", "for nobody");
}
`,
		"tools/testkit/corpus/a.txt":         "title: One for nobody\nhost-name: nobody\n",
		"m/src/test/java/B.java":             "String table = \"\"\"\n  whoever reads the table |\n  \"\"\";\nString text = \"nobody reads the text\";\n",
		"main.go":                            "package nobody\n\n// Nobody calls it.\nvar a = `// nobody`\n",
		"deploy/values.yaml":                 "# Values of\n# nobody\nnobody: nobody # nobody\n",
		"deploy/alerts.yaml":                 "a:\n  summary: 'Read by nobody here.'\n  expr: 'nobody reads this expression'\n",
		"deploy/schema.json":                 "{\"nobody\": {\n\"description\": \"For nobody, in \\\"quotes\\\".\"}}\n",
		"deploy/templates/NOTES.txt":         "Runs {{ .Values.nobody }}\nfor nobody.\n",
		"deploy/templates/_x.tpl":            "{{/* Made for\nnobody. */}}\n{{- define \"nobody\" }}\nnobody: nobody\n{{- fail (printf \"%s is for nobody\" $nobody) }}\n",
		"pom.xml":                            "<a>\n<!-- Needed\n     by nobody. -->\n<nobody/></a>\n",
		"Makefile":                           "# Read by\n# nobody.\nhelp:\n\t@echo 'make it   for nobody but you'\n",
		"run":                                "#!/bin/sh\n# For nobody.\nfail \"found nobody in here\"\nnobody\n",
		"src/test/resources/some.yaml":       "# nobody\n",
		"target/page.md":                     "Nobody.\n",
		"src/test/resources/a.template.md":   "| a | b |\n|---|---|\n| `nobody` | nobody |\n\n- nobody\n",
		"tools/prose/styles/Rule/Example.md": "Nobody.\n",
	}
	wanted := map[string][]int{
		"A.java":                           {3, 4, 7, 9, 10, 13, 15, 18, 19, 20},
		"m/src/test/java/B.java":           {4},
		"main.go":                          {3},
		"deploy/values.yaml":               {2, 3},
		"deploy/alerts.yaml":               {2},
		"deploy/schema.json":               {2},
		"deploy/templates/NOTES.txt":       {2},
		"deploy/templates/_x.tpl":          {2, 5},
		"pom.xml":                          {3},
		"Makefile":                         {2, 4},
		"run":                              {2, 3},
		"tools/testkit/corpus/a.txt":       {1},
		"src/test/resources/a.template.md": {3, 5},
	}
	var lines []string
	for _, path := range slices.Sorted(maps.Keys(wanted)) {
		for _, line := range wanted[path] {
			lines = append(lines, fmt.Sprintf("%s:%d Actor", path, line))
		}
	}
	got := slices.DeleteFunc(found(t, files), func(line string) bool { return strings.HasSuffix(line, "Notification") })
	slices.Sort(got)
	slices.Sort(lines)
	if !slices.Equal(got, lines) {
		t.Errorf("found\n%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

// A quotation that the tree does not have any more is dropped from the list.
func TestEachQuotationIsInTheTree(t *testing.T) {
	quoted, err := quotations("quoted.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := read(project)
	if err != nil {
		t.Fatal(err)
	}
	for _, quotation := range quoted {
		if !slices.ContainsFunc(texts, func(each text) bool {
			return slices.ContainsFunc(each.blocks, func(block block) bool {
				return strings.Contains(strings.Join(block.lines, "\n"), quotation)
			})
		}) {
			t.Errorf("quoted.txt: no text has %q", quotation)
		}
	}
}
