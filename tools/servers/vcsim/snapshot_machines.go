package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vim25/xml"
)

// machinesFiles matches the files that saveMachines writes. The simulator does not load them.
const machinesFiles = "machines-%d.parts"

// saveMachines writes one file for each processor, in parallel.
func (c *vcenter) saveMachines(dir string, refs []types.ManagedObjectReference, swap map[string]string) error {
	workers := runtime.GOMAXPROCS(0)
	return inParallel(workers, func(worker int) error {
		file, err := os.Create(filepath.Join(dir, fmt.Sprintf(machinesFiles, worker)))
		if err != nil {
			return err
		}
		defer file.Close()
		out := bufio.NewWriter(file)
		ctx := c.context()
		for i := worker; i < len(refs); i += workers {
			text, err := encode(ctx, refs[i], swap)
			if err != nil {
				return fmt.Errorf("%s: %w", refs[i], err)
			}
			_, _ = out.Write(text) // the writer keeps an error until Flush
		}
		return out.Flush()
	})
}

// loadMachines adds the VMs to a loaded inventory, and sets existing directories for its datastores.
func (c *vcenter) loadMachines(dir string) error {
	ctx := c.context()
	for _, entity := range ctx.Map.All("Datastore") {
		store := entity.(*simulator.Datastore)
		store.Info.GetDatastoreInfo().Url = c.home
		store.Summary.Url = c.home
	}
	files, err := filepath.Glob(filepath.Join(dir, "machines-*.parts"))
	if err != nil {
		return err
	}
	found := make([][]*simulator.VirtualMachine, len(files))
	err = inParallel(len(files), func(i int) error {
		var err error
		found[i], err = readMachines(files[i])
		return err
	})
	if err != nil {
		return err
	}
	for _, machines := range found {
		for _, vm := range machines {
			ctx.Map.Put(vm)
		}
	}
	return ctx.Map.AlignCounter()
}

func readMachines(name string) ([]*simulator.VirtualMachine, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoder := xml.NewDecoder(bufio.NewReader(file))
	decoder.TypeFunc = types.TypeFunc()
	var machines []*simulator.VirtualMachine
	for {
		var content types.ObjectContent
		if err := decoder.Decode(&content); errors.Is(err, io.EOF) {
			return machines, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		vm := &simulator.VirtualMachine{DataSets: make(map[string]*simulator.DataSet)}
		if err := mo.LoadObjectContent([]types.ObjectContent{content}, &vm.VirtualMachine); err != nil {
			return nil, err
		}
		machines = append(machines, vm)
	}
}

// inParallel runs f for 0 to n-1 in parallel.
func inParallel(n int, f func(int) error) error {
	results := make(chan error, n)
	for i := range n {
		go func() { results <- f(i) }()
	}
	var err error
	for range n {
		err = errors.Join(err, <-results)
	}
	return err
}
