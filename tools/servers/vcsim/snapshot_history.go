package main

import (
	"bufio"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vim25/xml"
)

// historyFile contains the events and tasks before the save. A vCenter that is loaded from it continues from there: its
// next event has the next key, even if the saved vCenter continued to run too.
const historyFile = "history.parts"

type savedHistory struct {
	Events types.ArrayOfEvent    `xml:"events"`
	Tasks  types.ArrayOfTaskInfo `xml:"tasks"`
}

func (c *vcenter) saveHistory(dir string) error {
	file, err := os.Create(filepath.Join(dir, historyFile))
	if err != nil {
		return err
	}
	defer file.Close()
	ctx := c.context()
	out := bufio.NewWriter(file)
	saved := savedHistory{Tasks: types.ArrayOfTaskInfo{TaskInfo: finished(ctx)}}
	ctx.WithLock(ctx.Map.EventManager(), func() {
		saved.Events.Event = c.journal.all()
		err = xml.NewEncoder(out).Encode(saved)
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

func (c *vcenter) loadHistory(dir string) error {
	file, err := os.Open(filepath.Join(dir, historyFile))
	if err != nil {
		return err
	}
	defer file.Close()
	decoder := xml.NewDecoder(bufio.NewReader(file))
	decoder.TypeFunc = types.TypeFunc()
	var saved savedHistory
	if err := decoder.Decode(&saved); err != nil {
		return err
	}
	ctx := c.context()
	replay(ctx, saved.Events.Event)
	restoreTasks(ctx, saved.Tasks.TaskInfo)
	return ctx.Map.AlignCounter()
}

type historyAnswer struct {
	Events []eventAnswer `json:"events"` // oldest first
	Tasks  []taskAnswer  `json:"tasks"`  // finished tasks, oldest first
}

type eventAnswer struct {
	Key   int32     `json:"key"`
	Chain int32     `json:"chain"`
	Time  time.Time `json:"time"`
	Kind  string    `json:"kind"`
	VM    string    `json:"vm"` // moref, if the event is about a VM
}

type taskAnswer struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Entity string `json:"entity"`
	Chain  int32  `json:"chain"`
}

// describeHistory returns all events and finished tasks.
func (c *vcenter) describeHistory() (historyAnswer, error) {
	answer := historyAnswer{Events: []eventAnswer{}, Tasks: []taskAnswer{}}
	for _, each := range c.journal.all() {
		event := each.GetEvent()
		described := eventAnswer{
			Key: event.Key, Chain: event.ChainId, Time: event.CreatedTime, Kind: reflect.TypeOf(each).Elem().Name(),
		}
		if event.Vm != nil {
			described.VM = event.Vm.Vm.Value
		}
		answer.Events = append(answer.Events, described)
	}
	for _, info := range finished(c.context()) {
		answer.Tasks = append(answer.Tasks, taskAnswer{
			ID: info.Key, Kind: info.DescriptionId, Entity: info.Entity.Value, Chain: info.EventChainId,
		})
	}
	return answer, nil
}
