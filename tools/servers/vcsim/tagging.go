package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/vapi/rest"
	"github.com/vmware/govmomi/vapi/tags"
	"github.com/vmware/govmomi/vim25/types"
)

// tagging is the REST part of the simulator. The type of its handler is not exported, but its fields are, so they are
// read once by reflection. locker guards them.
type tagging struct {
	locker      sync.Locker
	attacher    attacher
	categories  map[string]*tags.Category
	tags        map[string]*tags.Tag
	live        map[string]*rest.Session
	association reflect.Value // map[tag id]map[object]bool, its key type internal to govmomi
}

type attacher interface {
	AttachTag(types.ManagedObjectReference, string) types.BaseMethodFault
	DetachTag(types.ManagedObjectReference, string) types.BaseMethodFault
	AttachedObjects(string) ([]types.ManagedObjectReference, types.BaseMethodFault)
}

// findTagging finds the REST part, and restores saved tags if there are any.
func (c *vcenter) findTagging(saved string) error {
	handler, _ := c.service.ServeMux.Handler(&http.Request{URL: &url.URL{Path: rest.Path + "/"}})
	locker, isLocker := handler.(sync.Locker)
	attach, isAttacher := handler.(attacher)
	if !isLocker || !isAttacher {
		return fmt.Errorf("%s is served by a %T", rest.Path, handler)
	}
	fields := reflect.ValueOf(handler).Elem()
	c.tagging = tagging{
		locker:      locker,
		attacher:    attach,
		categories:  fields.FieldByName("Category").Interface().(map[string]*tags.Category),
		tags:        fields.FieldByName("Tag").Interface().(map[string]*tags.Tag),
		live:        fields.FieldByName("Session").Interface().(map[string]*rest.Session),
		association: fields.FieldByName("Association"),
	}
	if saved == "" {
		return nil
	}
	return c.tagging.load(filepath.Join(saved, taggingFile))
}

type categoriesRequest struct {
	Categories []categorySpec `json:"categories"`
}

type categorySpec struct {
	Name            string   `json:"name"`
	Cardinality     string   `json:"cardinality"`
	AssociableTypes []string `json:"associableTypes"`
	Tags            []string `json:"tags"`
}

type categoriesAnswer struct {
	Categories []categoryAnswer `json:"categories"`
}

type categoryAnswer struct {
	Name string            `json:"name"`
	ID   string            `json:"id"`
	Tags map[string]string `json:"tags"` // name to id
}

// addCategories creates categories and tags. It keeps existing ones, and adds to them.
func (c *vcenter) addCategories(request categoriesRequest) (categoriesAnswer, error) {
	t := c.tagging
	t.locker.Lock()
	defer t.locker.Unlock()
	answer := categoriesAnswer{Categories: []categoryAnswer{}}
	byName := t.categoriesByName()
	for _, spec := range request.Categories {
		category, known := byName[spec.Name]
		if !known {
			category = &tags.Category{
				ID:              "urn:vmomi:InventoryServiceCategory:" + uuid.NewString() + ":GLOBAL",
				Name:            spec.Name,
				Cardinality:     spec.Cardinality,
				AssociableTypes: spec.AssociableTypes,
			}
			t.categories[category.ID] = category
			byName[spec.Name] = category
		}
		answer.Categories = append(answer.Categories, t.addTags(category, spec.Tags))
	}
	return answer, nil
}

func (t tagging) categoriesByName() map[string]*tags.Category {
	byName := make(map[string]*tags.Category, len(t.categories))
	for _, category := range t.categories {
		byName[category.Name] = category
	}
	return byName
}

func (t tagging) addTags(category *tags.Category, names []string) categoryAnswer {
	answer := categoryAnswer{Name: category.Name, ID: category.ID, Tags: make(map[string]string)}
	for _, tag := range t.tags {
		if tag.CategoryID == category.ID {
			answer.Tags[tag.Name] = tag.ID
		}
	}
	for _, name := range names {
		if _, known := answer.Tags[name]; !known {
			answer.Tags[name] = t.addTag("urn:vmomi:InventoryServiceTag:"+uuid.NewString()+":GLOBAL", category.ID, name)
		}
	}
	return answer
}

func (t tagging) addTag(id, category, name string) string {
	t.tags[id] = &tags.Tag{ID: id, CategoryID: category, Name: name}
	t.association.SetMapIndex(reflect.ValueOf(id), reflect.MakeMap(t.association.Type().Elem()))
	return id
}

type attachmentsRequest struct {
	Attach []attachment `json:"attach"`
	Detach []attachment `json:"detach"`
}

// attachment is a tag with the objects that it is attached to.
type attachment struct {
	Tag     string      `json:"tag"` // id
	Objects []objectRef `json:"objects"`
}

type objectRef struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}

func (o objectRef) reference() types.ManagedObjectReference {
	return types.ManagedObjectReference{Type: o.Type, Value: o.ID}
}

// changeAttachments changes attachments without notifications, as in vCenter.
func (c *vcenter) changeAttachments(request attachmentsRequest) (nothing, error) {
	t := c.tagging
	t.locker.Lock()
	defer t.locker.Unlock()
	if err := eachObject(request.Attach, t.attacher.AttachTag); err != nil {
		return nothing{}, err
	}
	return nothing{}, eachObject(request.Detach, t.attacher.DetachTag)
}

func eachObject(all []attachment, do func(types.ManagedObjectReference, string) types.BaseMethodFault) error {
	for _, one := range all {
		for _, object := range one.Objects {
			if fault := do(object.reference(), one.Tag); fault != nil {
				return fmt.Errorf("tag %s, object %s: %T", one.Tag, object.ID, fault)
			}
		}
	}
	return nil
}

type renamesRequest struct {
	Names map[string]string `json:"names"` // new names, by the id of a category or tag
}

// renameTagging renames categories and tags without notifications, as in vCenter.
func (c *vcenter) renameTagging(request renamesRequest) (nothing, error) {
	t := c.tagging
	t.locker.Lock()
	defer t.locker.Unlock()
	for id, name := range request.Names {
		if category, ok := t.categories[id]; ok {
			category.Name = name
		} else if tag, ok := t.tags[id]; ok {
			tag.Name = name
		} else {
			return nothing{}, fmt.Errorf("no category and no tag %s", id)
		}
	}
	return nothing{}, nil
}

type categoryRemovalRequest struct {
	IDs []string `json:"ids"`
}

// removeCategories removes categories with their tags, also from all objects.
func (c *vcenter) removeCategories(request categoryRemovalRequest) (nothing, error) {
	t := c.tagging
	t.locker.Lock()
	defer t.locker.Unlock()
	for _, id := range request.IDs {
		if _, ok := t.categories[id]; !ok {
			return nothing{}, fmt.Errorf("no category %s", id)
		}
		delete(t.categories, id)
		for tagID, tag := range t.tags {
			if tag.CategoryID == id {
				delete(t.tags, tagID)
				t.association.SetMapIndex(reflect.ValueOf(tagID), reflect.Value{})
			}
		}
	}
	return nothing{}, nil
}

func (t tagging) sessions() []string {
	t.locker.Lock()
	defer t.locker.Unlock()
	return slices.AppendSeq([]string{}, maps.Keys(t.live))
}

func (t tagging) terminate(ids []string) {
	t.locker.Lock()
	defer t.locker.Unlock()
	for _, id := range ids {
		delete(t.live, id)
	}
}
