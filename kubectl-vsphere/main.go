// Kubectl-vsphere is the kubectl plugin of the vSphere cloud controller manager: it finds the Pod, and runs a command of
// the program in it or opens its status page.
//
// It calls kubectl for all access to the cluster, so it accepts what kubectl accepts: contexts, exec plugins, proxies. It
// uses the standard library only.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// Set by the linker; see build.
var (
	version = "development"
	commit  = "unknown"
)

const usage = `Runs commands of the vSphere cloud controller manager in its Pod.

Usage:
  kubectl vsphere COMMAND [kubectl flags] [arguments of the command]

Commands:
  explain NAME|--all   explains what the provider would do with a Node, and why
  plan                 shows what the provider would change; exit code 2 if there is something to review
  doctor               looks for what will cause problems
  status               opens the status page of the leader on a loopback address of this machine
  version              prints the versions of the plugin and of the program in the Pod

Flags of the plugin:
  -n, --namespace NAMESPACE   the namespace of the Pod; default: kube-system, then all namespaces
      --pod NAME              the Pod, if the plugin finds several installations
      --port PORT             status: the local port; default: a free one
      --service-account NAME  status: send a short-lived token of this service account of the Pod's namespace, not your
                              own credentials; needed for a Pod outside of kube-system and of the namespace of -n

The plugin passes --context, --kubeconfig and the other global flags of kubectl to kubectl, and all other arguments to
the program, after the arguments of the Pod's container. Arguments after -- go to the program unchanged.
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin *os.File, stdout, stderr io.Writer) int {
	line, err := parse(args)
	if err != nil {
		return fail(stderr, err)
	}
	if line.help || line.command == "" {
		fmt.Fprint(stdout, usage)
		return 0
	}
	kubectl, err := newKubectl(line.global)
	if err != nil {
		return fail(stderr, err)
	}
	if line.command == "version" {
		fmt.Fprintf(stdout, "kubectl-vsphere %s (commit %s)\n", version, commit)
	}
	// Ctrl-C reaches kubectl too, since it belongs to the same group; its end ends the plugin.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	found, err := find(ctx, kubectl, line, stderr)
	if err != nil {
		return fail(stderr, err)
	}
	if line.command == "status" {
		if err := serveStatus(ctx, kubectl, found, line, stdout, stderr); err != nil {
			return fail(stderr, err)
		}
		return 0
	}
	return execute(kubectl, found, line, stdin, stdout, stderr)
}

// execute runs the command in the Pod, and returns its exit code.
func execute(kubectl kubectl, found target, line commandLine, stdin *os.File, stdout, stderr io.Writer) int {
	command, err := found.command(line)
	if err != nil {
		return fail(stderr, err)
	}
	args := []string{"exec", "--namespace=" + found.pod.Metadata.Namespace, "--container=" + found.container.Name}
	if isTerminal(stdin) && isTerminal(stdout) {
		args = append(args, "--stdin", "--tty")
	}
	// Only the command of the Pod may follow "--"; its name is no flag, because it begins with the kind.
	args = append(args, "pod/"+found.pod.Metadata.Name, "--")
	process := exec.Command(kubectl.path, kubectl.args(append(args, command...))...)
	output, messages := newPodWriter(stdout), newPodWriter(stderr)
	process.Stdin, process.Stdout, process.Stderr = stdin, output, messages
	err = process.Run()
	output.end()
	messages.end()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &ended) && ended.ExitCode() >= 0:
		return ended.ExitCode()
	default:
		return fail(stderr, fmt.Errorf("kubectl exec failed: %w", err))
	}
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok || file == nil {
		return false
	}
	state, err := file.Stat()
	return err == nil && state.Mode()&os.ModeCharDevice != 0 && file.Name() != os.DevNull
}

func fail(stderr io.Writer, err error) int {
	say(stderr, "kubectl vsphere: %s", oneLine(err.Error()))
	return 1
}
