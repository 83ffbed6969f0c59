package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// patience is how long a guarded process may take to stop before it is killed.
const patience = time.Second

// guard runs a server that must not outlive its starter: it is stopped when our standard input closes, which the
// kernel does for us even when the starter was killed, and it is killed when we are. Its exit code is ours.
//
// An orderly stop is a SIGTERM. Only without one, when the starter is gone, is the folder of -remove deleted.
func guard(args []string) int {
	flags := flag.NewFlagSet("guard", flag.ExitOnError)
	folder := flags.String("remove", "", "`folder` to delete when standard input closes")
	_ = flags.Parse(args)
	if flags.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: vcsim guard [-remove folder] -- command [argument...]")
		return 2
	}

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	orphaned := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(orphaned)
	}()

	// Pdeathsig acts when the *thread* that started the child ends, so this thread stays ours.
	runtime.LockOSThread()
	command := exec.Command(flags.Arg(0), flags.Args()[1:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.SysProcAttr = dieWithParent()
	if err := command.Start(); err != nil {
		fmt.Fprintf(os.Stderr, "guard: %s\n", err)
		return 127
	}

	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	select {
	case err := <-done:
		return exitCode(err)
	case <-stop:
		return exitCode(end(command.Process, done))
	case <-orphaned:
		err := end(command.Process, done)
		if *folder != "" && len(stop) == 0 {
			_ = os.RemoveAll(*folder)
		}
		return exitCode(err)
	}
}

func end(process *os.Process, done <-chan error) error {
	_ = process.Signal(syscall.SIGCONT)
	_ = process.Signal(syscall.SIGTERM)
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		_ = process.Kill()
		return <-done
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode()
	default:
		return 1
	}
}
