package main

import (
	"slices"
	"strings"
	"testing"
)

const settings = `[Application]
app.classpath=$APPDIR/program.jar
app.mainclass=dev.example.Main
app.classpath=$APPDIR/library-1.0.jar

[JavaOptions]
java-options=-Xmx128m
java-options=-XX:OnError=$APPDIR/dump
`

func TestCommandIsThatOfTheLauncherOfJpackage(t *testing.T) {
	found, err := command(strings.NewReader(settings), "/lib/app")
	if err != nil {
		t.Fatal(err)
	}
	expected := []string{"-Xmx128m", "-XX:OnError=/lib/app/dump", "-cp", "/lib/app/program.jar:/lib/app/library-1.0.jar", "dev.example.Main"}
	if !slices.Equal(found, expected) {
		t.Errorf("found %q, expected %q", found, expected)
	}
}

func TestUnknownSettingIsAnError(t *testing.T) {
	if _, err := command(strings.NewReader(settings+"app.runtime=$APPDIR/other\n"), "/lib/app"); err == nil || !strings.Contains(err.Error(), `"app.runtime"`) {
		t.Errorf("found %v, expected an error that names app.runtime", err)
	}
}

func TestFileWithoutProgramIsAnError(t *testing.T) {
	if _, err := command(strings.NewReader("java-options=-Xmx128m\n"), "/lib/app"); err == nil {
		t.Error("found no error")
	}
}
