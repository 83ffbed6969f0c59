// Command vcsim is the vCenter of the tests and the demo: the simulator of govmomi, with an additional admin API. The
// admin API changes VMs, hosts and tags in bulk, lists and ends sessions, and saves the inventory for a restart.
//
//	vcsim [flags]                 runs a vCenter until SIGTERM
//	vcsim guard -- command args   runs another server that stops with its parent process, see guard.go
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

type options struct {
	listen        string
	tls           bool
	certificate   string
	key           string
	username      string
	password      string
	load          string
	instanceUUID  string
	apiVersion    string
	stock         bool
	stockCNS      bool
	exitWithStdin bool
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		os.Exit(guard(os.Args[2:]))
	}
	if err := run(parse()); err != nil {
		log.Fatalf("vcsim: %s", err)
	}
}

func parse() options {
	var o options
	flag.StringVar(&o.listen, "listen", "127.0.0.1:0", "`address` to listen on; port 0 selects a free port")
	flag.BoolVar(&o.tls, "tls", true, "serve HTTPS")
	flag.StringVar(&o.certificate, "cert", "", "PEM `file` of the certificate; if it does not exist, it is created with its key")
	flag.StringVar(&o.key, "key", "", "PEM `file` of the private key")
	flag.StringVar(&o.username, "username", "administrator@vsphere.local", "user name of the only account")
	flag.StringVar(&o.password, "password", "secret", "password of the account")
	flag.StringVar(&o.load, "load", "", "`directory` that the admin call /save wrote")
	flag.StringVar(&o.instanceUUID, "instance-uuid", "", "about.instanceUuid; if empty, the loaded one or a new one")
	flag.StringVar(&o.apiVersion, "api-version", "8.0.3.0", "about.apiVersion, and the first version in vimServiceVersions.xml")
	flag.BoolVar(&o.stock, "stock-collector", false, "use the PropertyCollector of govmomi, which is slower and accepts more")
	flag.BoolVar(&o.stockCNS, "stock-cns", false, "use the Cloud Native Storage of govmomi, which is simpler")
	flag.BoolVar(&o.exitWithStdin, "exit-with-stdin", false, "exit when standard input closes")
	flag.Parse()
	for _, path := range []*string{&o.certificate, &o.key, &o.load} { // vcsim changes its working directory
		if absolute, err := filepath.Abs(*path); err == nil && *path != "" {
			*path = absolute
		}
	}
	return o
}

// run serves until a signal or the end of standard input. It prints one JSON line with the addresses to standard
// output.
func run(o options) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	if o.exitWithStdin {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			stop <- syscall.SIGTERM
		}()
	}

	center, err := open(o)
	if err != nil {
		return err
	}
	defer center.remove()
	admin, err := center.serveAdmin()
	if err != nil {
		return err
	}

	ready, err := json.Marshal(map[string]any{"url": center.url(), "admin": admin, "pid": os.Getpid()})
	if err != nil {
		return err
	}
	fmt.Println(string(ready))

	log.Printf("vcsim: %s", <-stop)
	return nil
}
