package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// timeout is the deadline of a read. kubectl has none of its own.
const timeout = 60 * time.Second

// kubectl calls the kubectl of this machine with the user's global flags.
type kubectl struct {
	path   string
	global []string
}

func newKubectl(global []string) (kubectl, error) {
	path, err := exec.LookPath("kubectl")
	if err != nil {
		return kubectl{}, errors.New("found no kubectl in PATH; install it: the plugin calls it for all access to the cluster")
	}
	return kubectl{path, global}, nil
}

// args puts the global flags before all others. A call has its own flags next, then "--", then what comes from a Pod, so
// that kubectl reads none of it as a flag.
func (k kubectl) args(args []string) []string {
	return append(append([]string{}, k.global...), args...)
}

func (k kubectl) read(ctx context.Context, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	process := exec.CommandContext(ctx, k.path, k.args(args)...)
	var stderr bytes.Buffer
	process.Stderr = &stderr
	out, err := process.Output()
	if ctx.Err() == context.DeadlineExceeded {
		return nil, fmt.Errorf("kubectl %s: no answer within %s", args[0], timeout)
	}
	if err != nil {
		return nil, fmt.Errorf("kubectl %s: %s", args[0], oneLine(stderr.String()+" "+exitText(err)))
	}
	return out, nil
}

func exitText(err error) string {
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return ""
	}
	return err.Error()
}

// readJSON reads the output of a call with the flag --output=json.
func (k kubectl) readJSON(ctx context.Context, into any, args ...string) error {
	out, err := k.read(ctx, args...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(out, into); err != nil {
		return fmt.Errorf("kubectl %s: found output that is not JSON of the expected form: %w", args[0], err)
	}
	return nil
}
