// Command machineconfig reads a machine configuration of Talos, or a patch of one, from standard input, as talosctl does
// before it sends it. If it has an unknown key or a wrong value, the command names it and exits with 1.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		_, err = configloader.NewFromBytes(text, configloader.WithAllowPatchDelete())
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
