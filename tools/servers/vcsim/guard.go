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

// patience is the time that a guarded process has to stop before it is killed.
const patience = time.Second

// guard runs a server that must not outlive its parent process. It stops the server when its standard input closes,
// which happens even if the parent was killed. If guard itself is killed, the kernel kills the server. guard exits with
// the exit code of the server.
//
// SIGTERM is an orderly stop. guard deletes the folder of -remove only if the parent died without sending SIGTERM.
func guard(args []string) int {
	flags := flag.NewFlagSet("guard", flag.ExitOnError)
	folder := flags.String("remove", "", "`folder` to delete if standard input closes without a SIGTERM")
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

	// Pdeathsig is sent when the *thread* that started the child ends, so lock this goroutine to its thread.
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
