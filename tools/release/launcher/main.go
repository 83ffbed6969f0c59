// Launcher starts the Java program of the application image in which it lies. It stands for the launcher of jpackage on an
// architecture for which jpackage cannot write one, and reads the same file of settings, so both start the same JVM.
//
// The process becomes the JVM: process ID, signals and exit code are those of the program. Only the standard library.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	executable, err := os.Executable()
	if err != nil {
		fail(err)
	}
	root := filepath.Dir(filepath.Dir(executable))
	settings := filepath.Join(root, "lib", "app", filepath.Base(executable)+".cfg")
	file, err := os.Open(settings)
	if err != nil {
		fail(err)
	}
	arguments, err := command(file, filepath.Dir(settings))
	if err != nil {
		fail(fmt.Errorf("%s: %w", settings, err))
	}
	java := filepath.Join(root, "lib", "runtime", "bin", "java")
	err = syscall.Exec(java, append(append([]string{java}, arguments...), os.Args[1:]...), os.Environ())
	fail(fmt.Errorf("cannot start %s: %w", java, err))
}

// command returns the arguments of java up to the main class.
//
// Rule from: jpackage writes "app.classpath", "app.mainclass" and "java-options", one value in a line, and replaces
// $APPDIR by the folder of the file.
func command(settings io.Reader, folder string) ([]string, error) {
	var options, classPath []string
	var mainClass string
	lines := bufio.NewScanner(settings)
	for lines.Scan() {
		key, value, found := strings.Cut(lines.Text(), "=")
		if !found {
			continue
		}
		value = strings.ReplaceAll(value, "$APPDIR", folder)
		switch key {
		case "java-options":
			options = append(options, value)
		case "app.classpath":
			classPath = append(classPath, value)
		case "app.mainclass":
			mainClass = value
		default:
			return nil, fmt.Errorf("found the unknown setting %q, expected app.classpath, app.mainclass or java-options", key)
		}
	}
	if mainClass == "" || len(classPath) == 0 {
		return nil, fmt.Errorf("found no app.mainclass or no app.classpath: build the image again")
	}
	return append(options, "-cp", strings.Join(classPath, ":"), mainClass), lines.Err()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
