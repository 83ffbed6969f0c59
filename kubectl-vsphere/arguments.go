package main

import (
	"fmt"
	"slices"
	"strings"
)

// commandLine is what the user typed, sorted by who reads it.
type commandLine struct {
	command        string
	global         []string // flags of kubectl, without the namespace
	namespace      string
	pod            string
	port           string
	serviceAccount string
	rest           []string // arguments of the program
	help           bool
}

var commands = []string{"explain", "plan", "doctor", "status", "version"}

// kubectlFlags are the global flags of kubectl that have a value. They go to each call of kubectl.
var kubectlFlags = []string{
	"--as", "--as-group", "--as-uid", "--as-user-extra", "--cache-dir", "--certificate-authority", "--client-certificate",
	"--client-key", "--cluster", "--context", "--kubeconfig", "--kuberc", "--password", "--request-timeout", "--server", "-s",
	"--tls-server-name", "--token", "--user", "--username",
}

// kubectlSwitches are those without a value.
var kubectlSwitches = []string{"--disable-compression", "--insecure-skip-tls-verify", "--match-server-version", "--warnings-as-errors"}

func parse(args []string) (commandLine, error) {
	var line commandLine
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name, value, hasValue := strings.Cut(arg, "=")
		next := func() (string, error) {
			if hasValue {
				return value, nil
			}
			if i+1 == len(args) {
				return "", fmt.Errorf("found %s without a value; give it one", name)
			}
			i++
			return args[i], nil
		}
		var err error
		switch {
		case arg == "--":
			line.rest = append(line.rest, args[i+1:]...)
			i = len(args)
		case name == "-n" || name == "--namespace":
			line.namespace, err = next()
		case name == "--pod":
			line.pod, err = next()
		case name == "--port" && line.command == "status":
			line.port, err = next()
		case name == "--service-account" && line.command == "status":
			line.serviceAccount, err = next()
		case slices.Contains(kubectlFlags, name):
			value, err = next()
			line.global = append(line.global, name+"="+value)
		case slices.Contains(kubectlSwitches, name):
			line.global = append(line.global, arg)
		case line.command == "" && (arg == "-h" || arg == "--help" || arg == "help"):
			line.help = true
		case line.command == "" && !strings.HasPrefix(arg, "-"):
			if !slices.Contains(commands, arg) {
				return line, fmt.Errorf("unknown command %q; expected one of: %s", arg, strings.Join(commands, ", "))
			}
			line.command = arg
		case line.command == "":
			return line, fmt.Errorf("found %s before the command; write the command first, for example: kubectl vsphere plan %s", arg, arg)
		default:
			line.rest = append(line.rest, arg)
		}
		if err != nil {
			return line, err
		}
	}
	if line.command == "status" && len(line.rest) > 0 {
		return line, fmt.Errorf("found the argument %s, expected none: status takes only flags of the plugin", line.rest[0])
	}
	return line, nil
}

// words returns the command of the program that the user means.
func (line commandLine) words() []string {
	switch {
	case line.command == "explain" && (len(line.rest) == 0 || line.rest[0] != "node"):
		return []string{"explain", "node"}
	case line.command == "version" && len(line.rest) == 0:
		return []string{"--version"}
	default:
		return []string{line.command}
	}
}
