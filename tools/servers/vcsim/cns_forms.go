package main

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

// The forms in which CNS shows the fault of a disk, a datastore, a host or a VM in the result of an operation. A real
// vCenter uses all of them, and no source says which one when:
//
//   - plain: the fault itself. ResourceInUse and NotFound arrive so: the Go driver compares their types
//     (vsphere-csi-driver, pkg/common/cns-lib/volume, manager.go);
//   - nested: a CnsFault whose reason says nothing of it, with the fault in faultCause. The text is that of a vCenter in
//     vmware/govmomi PR 3807, with its prefix in the xsi:type;
//   - bare: a CnsFault without a cause, whose reason ends with the name. The texts are from vsphere-csi-driver issues
//     118, 519 and 1444, and rancher issue 43195.
const (
	plainForm  = "plain"
	nestedForm = "nested"
	bareForm   = "bare"
)

var faultForms = []string{plainForm, nestedForm, bareForm}

// failureTexts contains the beginning of the reason of a bare fault, by method.
var failureTexts = map[string]string{
	"CnsCreateVolume":    "CNS: Failed to create disk.",
	"CnsDeleteVolume":    "CNS: Failed to delete disk",
	"CnsExtendVolume":    "CNS: Failed to extend disk",
	"CnsAttachVolume":    "CNS: Failed to attach disk when calling AttachDisk",
	"CnsDetachVolume":    "CNS: Failed to detach disk when calling DetachDisk",
	"CnsCreateSnapshots": "CNS: Failed to create snapshot",
	"CnsDeleteSnapshots": "CNS: Failed to delete snapshot",
}

// ofVmodl contains the faults whose full name begins with vmodl.fault. That of all others begins with vim.fault.
var ofVmodl = []string{
	"HostCommunication", "HostNotConnected", "HostNotReachable", "InvalidArgument", "InvalidRequest", "InvalidType",
	"ManagedObjectNotFound", "MethodNotFound", "NotEnoughLicenses", "NotImplemented", "NotSupported", "RequestCanceled",
	"SecurityError", "SystemError", "UnexpectedFault",
}

// formed returns the fault of an operation as CNS shows it. The faults of CNS itself have only one form. mu is held.
func (m *volumeManager) formed(t *volumeTask, shown *types.LocalizedMethodFault) *types.LocalizedMethodFault {
	form := m.settings.FaultForm
	if t.rule != nil && t.rule.Form != "" {
		form = t.rule.Form
	}
	name := faultName(shown)
	if form == plainForm || ofCNS(shown.Fault) || slices.Contains(m.settings.PlainFaults, name) {
		return shown
	}
	fault := cnsFault("VSLM task failed")
	if form == bareForm {
		prefix := "vim.fault."
		if slices.Contains(ofVmodl, name) {
			prefix = "vmodl.fault."
		}
		fault = cnsFault("%s:Fault cause: %s%s", failureTexts[t.method], prefix, name)
	} else {
		fault.FaultCause = shown
	}
	return &types.LocalizedMethodFault{Fault: fault, LocalizedMessage: "CnsFault error: " + fault.Reason}
}

// ofCNS returns true for the types of the namespace vsan.
func ofCNS(fault types.BaseMethodFault) bool {
	return reflect.TypeOf(fault).Elem().PkgPath() != reflect.TypeFor[types.NotFound]().PkgPath()
}

// form gives the faults in a result their form. mu is held.
func (m *volumeManager) form(t *volumeTask, result types.AnyType) {
	done, ok := result.(*cnstypes.CnsVolumeOperationBatchResult)
	if !ok || t.reads() {
		return
	}
	for _, each := range done.VolumeResults {
		if of := each.GetCnsVolumeOperationResult(); of.Fault != nil {
			of.Fault = m.formed(t, of.Fault)
		}
	}
}

// rootCause returns the innermost fault.
func rootCause(fault *types.LocalizedMethodFault) *types.LocalizedMethodFault {
	for {
		cause := fault.Fault.GetMethodFault().FaultCause
		if cause == nil || cause.Fault == nil {
			return fault
		}
		fault = cause
	}
}

var typeOfCause = regexp.MustCompile(`<faultCause><fault ([^>]*type=")([A-Z])`)

// withPrefixes writes the type of a cause as vCenter does: with the prefix of its namespace, as in vim25:NotSupported.
func withPrefixes(text []byte) []byte {
	if !bytes.Contains(text, []byte("<faultCause>")) {
		return text
	}
	return typeOfCause.ReplaceAll(text, []byte(`<faultCause><fault xmlns:vim25="urn:vim25" ${1}vim25:${2}`))
}
