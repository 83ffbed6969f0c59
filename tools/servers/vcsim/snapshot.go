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
	// Reissue swaps the references of pairs of VMs on the way out, as a restore from backup can: whoever remembers
	// a reference finds another VM behind it.
	Reissue [][2]string `json:"reissue"`
}

// taggingFile keeps what the simulator's own format leaves out.
const taggingFile = "tagging.json"

type savedTagging struct {
	Categories  []tags.Category        `json:"categories"`
	Tags        []tags.Tag             `json:"tags"`
	Attachments map[string][]objectRef `json:"attachments"`
}

// save writes the whole inventory in the simulator's load format: one XML file an object, the ServiceInstance first.
// VMs, which may be thousands, go into a few files of many. Events and tasks that are over have a file of their own;
// sessions are not kept.
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
	return nothing{}, c.saveTagging(filepath.Join(request.Directory, taggingFile), swap)
}

// load reads an inventory into the model. The simulator makes a directory for each datastore where it happens to run,
// named after the one it had, so every datastore is saved with a name of its own, and the place is ours.
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

// transient objects belong to a session or to the moment.
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

// first sorts the ServiceInstance before everything else.
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

// rename gives a datastore's directory another name, until the result is called.
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
