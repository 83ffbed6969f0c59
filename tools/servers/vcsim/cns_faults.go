package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// volumeSettings control how the tasks of the volume manager behave.
type volumeSettings struct {
	// Methods contains the times of tasks by method, such as CnsCreateVolume. "" is for all others.
	Methods map[string]taskTimes `json:"methods"`
	// Workers is the number of tasks that run at the same time. 0 means no limit. The others are queued.
	Workers int `json:"workers"`
	// RetentionMs is the time after which a finished task vanishes. A negative value keeps it.
	RetentionMs int64 `json:"retentionMs"`
	// OnRestart says what a load does with saved tasks:
	//
	//   - keep: they are there, and unfinished ones go on;
	//   - finish: they vanish, and the work of unfinished ones is done;
	//   - lose: they vanish, and the work of unfinished ones is not done.
	OnRestart string `json:"onRestart"`
	// FaultsAsTaskErrors makes the task of a failed operation fail. Otherwise the fault is in its result, as in vCenter.
	FaultsAsTaskErrors bool `json:"faultsAsTaskErrors"`
	// MissingVolume is the fault for a volume that does not exist: NotFound or CnsVolumeNotFoundFault.
	MissingVolume string `json:"missingVolume"`
	// AnySoapAction lets clients read results of volume tasks on /sdk with a SOAPAction other than urn:vsan.
	AnySoapAction bool `json:"anySoapAction"`
	// DiskMode is the mode of attached disks whose spec has none.
	DiskMode string `json:"diskMode"`
	// SnapshotPercent is the part of the capacity of a volume that a snapshot uses.
	SnapshotPercent int64 `json:"snapshotPercent"`
	// FaultForm is how the fault of a disk, a datastore, a host or a VM appears in a result: plain, nested or bare.
	FaultForm string `json:"faultForm"`
	// PlainFaults contains the types of faults that appear as they are with every form.
	PlainFaults []string `json:"plainFaults"`
	// OneEntityPerType makes a call fail that has two entities of one type and cluster in a spec of a block volume.
	OneEntityPerType bool `json:"oneEntityPerType"`
	// NotAttached is the fault of a detach from a VM that does not have the disk: NotFound or InvalidArgument.
	NotAttached string `json:"notAttached"`
	// Unregistered is the fault for a volume that CNS does not know, if its disk exists. "" means that of MissingVolume.
	Unregistered string `json:"unregistered"`
	// FileSnapshots is the fault for the snapshots of a file volume. "" means that it has none.
	FileSnapshots string `json:"fileSnapshots"`
	// RefusedArrays contains the methods that refuse a call with several specs: CnsAttachVolume, CnsDetachVolume.
	RefusedArrays []string `json:"refusedArrays"`
	// ActivationIDs says where the activationId of a task is from: server or client.
	ActivationIDs string `json:"activationIds"`
	// TaskHistory says which tasks a TaskHistoryCollector finds: all, present or none.
	TaskHistory string `json:"taskHistory"`
	// HistoryLagMs is the time after which a TaskHistoryCollector finds a new task.
	HistoryLagMs int64 `json:"historyLagMs"`
	// AttachInUse attaches an FCD also to a second VM, so that a test sees whether the client prevents that. A real CNS
	// refuses it.
	AttachInUse bool `json:"attachInUse"`
}

// restores is the name for the times of creates from a snapshot. They have those of CnsCreateVolume otherwise.
const restores = "CnsCreateVolume/restore"

type taskTimes struct {
	QueueMs int64 `json:"queueMs"`
	RunMs   int64 `json:"runMs"`
}

func defaultVolumeSettings() volumeSettings {
	return volumeSettings{
		Methods:          map[string]taskTimes{"": {RunMs: 20}},
		RetentionMs:      -1,
		OnRestart:        keepTasks,
		MissingVolume:    "NotFound",
		DiskMode:         string(types.VirtualDiskModePersistent),
		SnapshotPercent:  10,
		FaultForm:        nestedForm,
		OneEntityPerType: true,
		PlainFaults:      []string{"ResourceInUse", "NotFound", "ManagedObjectNotFound"},
		NotAttached:      "NotFound",
		FileSnapshots:    "NotSupported",
		RefusedArrays:    []string{},
		ActivationIDs:    idsOfServer,
		TaskHistory:      allTasks,
	}
}

const (
	keepTasks   = "keep"
	finishTasks = "finish"
	loseTasks   = "lose"
)

func (s volumeSettings) validate() error {
	if !slices.Contains([]string{keepTasks, finishTasks, loseTasks}, s.OnRestart) {
		return fmt.Errorf("onRestart is %q, expected keep, finish or lose", s.OnRestart)
	}
	if s.Workers < 0 {
		return fmt.Errorf("workers is %d, expected 0 or more", s.Workers)
	}
	if s.SnapshotPercent < 0 {
		return fmt.Errorf("snapshotPercent is %d, expected 0 or more", s.SnapshotPercent)
	}
	for name, choice := range map[string]struct {
		value string
		among []string
	}{
		"faultForm":     {s.FaultForm, faultForms},
		"activationIds": {s.ActivationIDs, []string{idsOfServer, idsOfClient}},
		"taskHistory":   {s.TaskHistory, []string{allTasks, presentTasks, noTasks}},
	} {
		if !slices.Contains(choice.among, choice.value) {
			return fmt.Errorf("%s is %q, expected one of %s", name, choice.value, strings.Join(choice.among, ", "))
		}
	}
	for _, method := range slices.Concat(slices.Collect(maps.Keys(s.Methods)), s.RefusedArrays) {
		if err := knownMethod(method); err != nil {
			return err
		}
	}
	faults := append([]string{s.MissingVolume, s.NotAttached}, s.PlainFaults...)
	for _, optional := range []string{s.Unregistered, s.FileSnapshots} {
		faults = appendSet(faults, optional)
	}
	for _, fault := range faults {
		if _, err := faultNamed(fault); err != nil {
			return err
		}
	}
	return nil
}

// knownMethod returns an error if CNS has no such method. "" is for all methods.
func knownMethod(name string) error {
	_, ok := reflect.TypeFor[*volumeManager]().MethodByName(name)
	if name == "" || name == restores || ok && strings.HasPrefix(name, "Cns") {
		return nil
	}
	return fmt.Errorf("no method %q, expected a name such as CnsCreateVolume", name)
}

func (s volumeSettings) times(method string, request any) taskTimes {
	if create, ok := request.(*cnstypes.CnsCreateVolume); ok && len(create.CreateSpecs) == 1 && create.CreateSpecs[0].VolumeSource != nil {
		if times, ok := s.Methods[restores]; ok {
			return times
		}
	}

	if times, ok := s.Methods[method]; ok {
		return times
	}
	return s.Methods[""]
}

// volumeRule changes what happens to the next calls of a method.
type volumeRule struct {
	// Method is a name such as CnsCreateVolume. "" means every method.
	Method string `json:"method"`
	// Subject is the id of a volume, or the name of a new one. "" means every volume.
	Subject string `json:"subject"`
	// Count is the number of calls that the rule changes. 0 means one call, and a negative number means all calls.
	Count int `json:"count"`
	// Fault is the type of a fault, such as NoDiskSpace, CnsFault or ResourceInUse. "" means none.
	Fault string `json:"fault"`
	// In is the place of the fault: result, task or call. "" means result, or call for a method that starts no task.
	In string `json:"in"`
	// After makes the operation fail after its work is done.
	After bool `json:"after"`
	// Lose makes the task vanish: at the start, before the client has its id, or at the end. The work is done.
	Lose string `json:"lose"`
	// Hold makes the task run until the admin call /cns/tasks/release.
	Hold bool `json:"hold"`
	// Hang makes the call wait until the admin call /cns/calls/release: at the start, before its work, or at the end. The
	// work is done late even if the client does not wait any more. A rule with Hang is one for calls.
	Hang string `json:"hang"`
	// DelayMs makes the task run longer. In a rule for calls, it delays the call: its work is done late, even if the client
	// does not wait any more.
	DelayMs int64 `json:"delayMs"`
	// Form is the form of the faults in the result, also of those that no rule causes. "" means that of the settings.
	Form string `json:"form"`
}

const (
	inResult = "result"
	inTask   = "task"
	inCall   = "call"
	atStart  = "start"
	atEnd    = "end"
)

func (r *volumeRule) complete() error {
	if r.Count == 0 {
		r.Count = 1
	}
	if r.In == "" {
		r.In = inResult
		if r.Hang != "" || startsNoTask(r.Method) {
			r.In = inCall
		}
	}
	if !slices.Contains([]string{inResult, inTask, inCall}, r.In) {
		return fmt.Errorf("in is %q, expected result, task or call", r.In)
	}
	if r.Form != "" && !slices.Contains(faultForms, r.Form) {
		return fmt.Errorf("form is %q, expected one of %s", r.Form, strings.Join(faultForms, ", "))
	}
	for name, value := range map[string]string{"lose": r.Lose, "hang": r.Hang} {
		if !slices.Contains([]string{"", atStart, atEnd}, value) {
			return fmt.Errorf("%s is %q, expected start or end", name, value)
		}
	}
	if err := knownMethod(r.Method); err != nil {
		return err
	}
	if r.In == inCall && (r.Lose != "" || r.Hold) {
		return fmt.Errorf("in is call, and lose and hold change tasks: use one rule for the call and one for the task")
	}
	if r.In != inCall && (r.Hang != "" || startsNoTask(r.Method)) {
		return fmt.Errorf("in is %s, expected call: hang changes calls, and queries start no task", r.In)
	}
	if r.Fault == "" {
		return nil
	}
	_, err := faultNamed(r.Fault)
	return err
}

// startsNoTask returns true for the methods whose answer is their result.
func startsNoTask(method string) bool {
	return slices.Contains([]string{
		"CnsQueryVolume", "CnsQueryAllVolume", "CnsSetVolumeControlFlags", "CnsClearVolumeControlFlags",
	}, method)
}

func (r *volumeRule) fault() types.BaseMethodFault {
	fault, _ := faultNamed(r.Fault)
	return fault
}

// faultNamed returns an empty fault of a type of vim25 or CNS.
func faultNamed(name string) (types.BaseMethodFault, error) {
	if kind, ok := types.TypeFunc()(name); ok && kind.Kind() == reflect.Struct {
		if fault, ok := reflect.New(kind).Interface().(types.BaseMethodFault); ok {
			return fault, nil
		}
	}
	return nil, fmt.Errorf("no fault %q, expected a type such as NoDiskSpace or CnsFault", name)
}

// takeRule returns the first rule for a call, and counts its use. Rules for calls and rules for tasks are taken at
// different times. mu is held.
func (m *volumeManager) takeRule(method string, request any, in string) *volumeRule {
	names := subjects(request)
	for i, rule := range m.rules {
		if (rule.In == inCall) != (in == inCall) || rule.Method != "" && rule.Method != method ||
			rule.Subject != "" && !slices.Contains(names, rule.Subject) {
			continue
		}
		switch {
		case rule.Count > 1:
			rule.Count--
		case rule.Count == 1:
			m.rules = slices.Delete(m.rules, i, i+1)
		}
		return rule
	}
	return nil
}

// subjects returns the ids of the volumes of a request, or the name and the chosen id of a new one.
func subjects(request any) []string {
	var names []string
	switch r := request.(type) {
	case *cnstypes.CnsCreateVolume:
		for _, spec := range r.CreateSpecs {
			names = append(names, spec.Name)
			if spec.VolumeId != nil {
				names = append(names, spec.VolumeId.Id)
			}
			switch details := spec.BackingObjectDetails.(type) {
			case *cnstypes.CnsBlockBackingDetails:
				names = appendSet(names, details.BackingDiskId)
			case *cnstypes.CnsVsanFileShareBackingDetails:
				names = appendSet(names, details.BackingFileId)
			}
		}
	case *cnstypes.CnsDeleteVolume:
		names = idsOf(r.VolumeIds, func(id cnstypes.CnsVolumeId) cnstypes.CnsVolumeId { return id })
	case *cnstypes.CnsExtendVolume:
		names = idsOf(r.ExtendSpecs, func(s cnstypes.CnsVolumeExtendSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsUpdateVolumeMetadata:
		names = idsOf(r.UpdateSpecs, func(s cnstypes.CnsVolumeMetadataUpdateSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsAttachVolume:
		names = idsOf(r.AttachSpecs, func(s cnstypes.CnsVolumeAttachDetachSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsDetachVolume:
		names = idsOf(r.DetachSpecs, func(s cnstypes.CnsVolumeAttachDetachSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsQueryVolumeInfo:
		names = idsOf(r.VolumeIds, func(id cnstypes.CnsVolumeId) cnstypes.CnsVolumeId { return id })
	case *cnstypes.CnsUnregisterVolume:
		names = idsOf(r.UnregisterSpec, func(s cnstypes.CnsUnregisterVolumeSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsSetVolumeControlFlags:
		names = idsOf(r.ControlFlagsSpecs, func(s cnstypes.CnsVolumeControlFlagsSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsClearVolumeControlFlags:
		names = idsOf(r.ControlFlagsSpecs, func(s cnstypes.CnsVolumeControlFlagsSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsQuerySnapshots:
		names = idsOf(r.SnapshotQueryFilter.SnapshotQuerySpecs, func(s cnstypes.CnsSnapshotQuerySpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsCreateSnapshots:
		names = idsOf(r.SnapshotSpecs, func(s cnstypes.CnsSnapshotCreateSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	case *cnstypes.CnsDeleteSnapshots:
		names = idsOf(r.SnapshotDeleteSpecs, func(s cnstypes.CnsSnapshotDeleteSpec) cnstypes.CnsVolumeId { return s.VolumeId })
	}
	return names
}

func appendSet(names []string, name string) []string {
	if name == "" {
		return names
	}
	return append(names, name)
}

func idsOf[S any](specs []S, id func(S) cnstypes.CnsVolumeId) []string {
	names := make([]string, 0, len(specs))
	for _, spec := range specs {
		names = append(names, id(spec).Id)
	}
	return names
}

// specCount returns the number of elements in the array of a request, or 1 if it has none.
func specCount(request any) int {
	value := reflect.Indirect(reflect.ValueOf(request))
	for i := range value.NumField() {
		if field := value.Field(i); field.Kind() == reflect.Slice {
			return field.Len()
		}
	}
	return 1
}

// volumeCounts counts what clients asked the volume manager.
type volumeCounts struct {
	Calls       map[string]int `json:"calls"`       // by method
	Specs       map[string]int `json:"specs"`       // by method
	InFlight    int            `json:"inFlight"`    // tasks that are queued or running, and change something
	MaxInFlight int            `json:"maxInFlight"` // the maximum of InFlight
	Waiting     int            `json:"waiting"`     // calls that a rule delays
	Since       time.Time      `json:"since"`
}

func newVolumeCounts() volumeCounts {
	return volumeCounts{Calls: make(map[string]int), Specs: make(map[string]int), Since: time.Now()}
}

func (c *volumeCounts) called(method *simulator.Method) {
	c.Calls[method.Name]++
	c.Specs[method.Name] += specCount(method.Body)
}

func (c *volumeCounts) began(t *volumeTask) {
	if t.reads() {
		return
	}
	c.InFlight++
	c.MaxInFlight = max(c.MaxInFlight, c.InFlight)
}

func (c *volumeCounts) ended(t *volumeTask) {
	if !t.reads() {
		c.InFlight--
	}
}

// copied returns a copy that stays as it is.
func (c *volumeCounts) copied() volumeCounts {
	copied := *c
	copied.Calls, copied.Specs = maps.Clone(c.Calls), maps.Clone(c.Specs)
	return copied
}

// CnsAlreadyRegisteredFault has the elements of the fault of vCenter at the top level. Those of govmomi are nested.
type CnsAlreadyRegisteredFault struct {
	cnstypes.CnsFault

	VolumeId cnstypes.CnsVolumeId `xml:"volumeId,omitempty"`
}

// localized returns a fault as it appears in results and tasks.
func localized(fault types.BaseMethodFault) *types.LocalizedMethodFault {
	if fault == nil {
		return nil
	}
	message := reflect.TypeOf(fault).Elem().Name()
	if reason := reflect.ValueOf(fault).Elem().FieldByName("Reason"); reason.IsValid() && reason.Kind() == reflect.String && reason.String() != "" {
		message = reason.String()
	}
	switch known := fault.(type) {
	case *types.ResourceInUse:
		message = fmt.Sprintf("The resource '%s' is in use.", known.Name)
	case *types.InvalidDeviceSpec:
		message = fmt.Sprintf("Invalid configuration for device '%d'.", known.DeviceIndex)
	case *types.NoPermission:
		message = "Permission to perform this operation was denied."
	}
	return &types.LocalizedMethodFault{Fault: fault, LocalizedMessage: message}
}

func cnsFault(format string, args ...any) *cnstypes.CnsFault {
	return &cnstypes.CnsFault{Reason: fmt.Sprintf(format, args...)}
}

// missing returns the fault for a volume that CNS does not know. mu is held.
//
// For a disk that exists, several faults have been reported. NotFound: vsphere-csi-driver PR 840. A CnsFault with a text:
// issue 163, velero-plugin-for-vsphere issue 161. CnsNotRegisteredFault: PR 2121, whose client does not know the type.
func (m *volumeManager) missing(id cnstypes.CnsVolumeId) types.BaseMethodFault {
	name := m.settings.MissingVolume
	if disk, _ := m.disk(id.Id); disk != nil && m.settings.Unregistered != "" {
		name = m.settings.Unregistered
	}
	switch fault, _ := faultNamed(name); fault := fault.(type) {
	case *cnstypes.CnsFault:
		fault.Reason = fmt.Sprintf("CNS: The input volume %s is not a CNS volume.", id.Id)
		return fault
	case *cnstypes.CnsNotRegisteredFault:
		fault.VolumeId = id
		fault.Reason = fmt.Sprintf("The input volume %s is not registered as a CNS volume.", id.Id)
		return fault
	case *cnstypes.CnsVolumeNotFoundFault:
		fault.VolumeId = id
		return fault
	default:
		return fault
	}
}

// failed returns the result of an operation on an existing volume that failed.
func failed(id cnstypes.CnsVolumeId, fault types.BaseMethodFault) *cnstypes.CnsVolumeOperationResult {
	return &cnstypes.CnsVolumeOperationResult{VolumeId: id, Fault: localized(fault)}
}
