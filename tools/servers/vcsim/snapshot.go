package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vapi/tags"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vim25/xml"
)

type saveRequest struct {
	Directory string `json:"directory"`
	// Reissue swaps the references of pairs of VMs in the saved inventory, as a restore from a backup can do. A client
	// that stored a reference then finds another VM.
	Reissue [][2]string `json:"reissue"`
}

// taggingFile contains the tags, which the format of the simulator leaves out.
const taggingFile = "tagging.json"

type savedTagging struct {
	Categories  []tags.Category        `json:"categories"`
	Tags        []tags.Tag             `json:"tags"`
	Attachments map[string][]objectRef `json:"attachments"`
}

// save writes the inventory in the load format of the simulator: one XML file for each object, the ServiceInstance
// first. VMs share a few files, because there may be thousands. Events and finished tasks have a separate file.
// Sessions are not saved.
func (c *vcenter) save(request saveRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	swap := make(map[string]string)
	for _, pair := range request.Reissue {
		swap[pair[0]], swap[pair[1]] = pair[1], pair[0]
	}
	if err := os.MkdirAll(request.Directory, 0o700); err != nil {
		return nothing{}, err
	}
	machines, others := keepers(c.context())
	for i, ref := range others {
		text, err := encode(c.context(), ref, swap)
		if err == nil {
			err = os.WriteFile(filepath.Join(request.Directory, fmt.Sprintf("%06d-%s.xml", i, ref.Type)), text, 0o600)
		}
		if err != nil {
			return nothing{}, fmt.Errorf("%s: %w", ref, err)
		}
	}
	if err := c.saveMachines(request.Directory, machines, swap); err != nil {
		return nothing{}, err
	}
	if err := c.saveHistory(request.Directory); err != nil {
		return nothing{}, err
	}
	if err := c.saveStorage(request.Directory); err != nil {
		return nothing{}, err
	}
	return nothing{}, c.saveTagging(filepath.Join(request.Directory, taggingFile), swap)
}

// load reads an inventory into the model. The simulator creates a directory for each datastore in the working
// directory, under its saved name. So save gives each datastore a unique name, and load changes to the home of this
// vCenter.
func (c *vcenter) load(model *simulator.Model, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	before, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := os.Chdir(c.home); err != nil {
		return err
	}
	defer os.Chdir(before)
	return model.Load(dir)
}

// transient objects belong to a session, or are valid only for a short time.
var transient = map[string]bool{
	"Task": true, "PropertyFilter": true, "ContainerView": true, "ListView": true,
	"EventHistoryCollector": true, "TaskHistoryCollector": true, "HttpNfcLease": true, rightsRef.Type: true,
}

func keepers(ctx *simulator.Context) (machines, others []types.ManagedObjectReference) {
	for _, object := range ctx.Map.AllReference("") {
		switch ref := object.Reference(); {
		case ref.Type == "VirtualMachine":
			machines = append(machines, ref)
		case !transient[ref.Type]:
			others = append(others, ref)
		}
	}
	slices.SortFunc(others, func(a, b types.ManagedObjectReference) int {
		return slices.Compare([]string{first(a), a.Type, a.Value}, []string{first(b), b.Type, b.Value})
	})
	return machines, others
}

// first sorts the ServiceInstance before all other objects.
func first(ref types.ManagedObjectReference) string {
	if ref == vim25.ServiceInstance {
		return ""
	}
	return "then"
}

func encode(ctx *simulator.Context, ref types.ManagedObjectReference, swap map[string]string) (text []byte, err error) {
	object := ctx.Map.Get(ref)
	ctx.WithLock(object, func() {
		if store, ok := object.(*simulator.Datastore); ok {
			defer rename(store, ref.Value)()
		}
		text, err = xml.Marshal(types.ObjectContent{Obj: ref, PropSet: properties(object)})
	})
	if len(swap) > 0 {
		text = reissue(text, swap)
	}
	return text, err
}

// rename changes the directory name of a datastore. The returned function restores it.
func rename(store *simulator.Datastore, name string) func() {
	url := &store.Info.GetDatastoreInfo().Url
	was := *url
	*url = name
	return func() { *url = was }
}

var vmReference = regexp.MustCompile(`(type="VirtualMachine"[^>]*>)([^<]+)<`)

func reissue(text []byte, swap map[string]string) []byte {
	return vmReference.ReplaceAllFunc(text, func(match []byte) []byte {
		parts := vmReference.FindSubmatch(match)
		if other, ok := swap[string(parts[2])]; ok {
			return []byte(string(parts[1]) + other + "<")
		}
		return match
	})
}

func (c *vcenter) saveTagging(file string, swap map[string]string) error {
	t := c.tagging
	t.locker.Lock()
	defer t.locker.Unlock()
	saved := savedTagging{Attachments: make(map[string][]objectRef)}
	for _, category := range t.categories {
		saved.Categories = append(saved.Categories, *category)
	}
	for id, tag := range t.tags {
		saved.Tags = append(saved.Tags, *tag)
		attached, _ := t.attacher.AttachedObjects(id)
		for _, ref := range attached {
			if other, ok := swap[ref.Value]; ok {
				ref.Value = other
			}
			saved.Attachments[id] = append(saved.Attachments[id], objectRef{Type: ref.Type, ID: ref.Value})
		}
	}
	text, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

func (t tagging) load(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var saved savedTagging
	if err := json.Unmarshal(text, &saved); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return t.restore(saved)
}

func (t tagging) restore(saved savedTagging) error {
	t.locker.Lock()
	defer t.locker.Unlock()
	for _, category := range saved.Categories {
		t.categories[category.ID] = &category
	}
	for _, tag := range saved.Tags {
		t.addTag(tag.ID, tag.CategoryID, tag.Name)
		all := []attachment{{Tag: tag.ID, Objects: saved.Attachments[tag.ID]}}
		if err := eachObject(all, t.attacher.AttachTag); err != nil {
			return err
		}
	}
	return nil
}
