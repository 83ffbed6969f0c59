package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

func TestAFaultHasThreeForms(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	shown := func(form string) *types.LocalizedMethodFault {
		b.settings(settingsRequest{FaultForm: &form})
		return b.create(b.spec("full", 100_000, "fast")).Fault
	}

	plain, nested, bare := shown(plainForm), shown(nestedForm), shown(bareForm)

	b.wants("plain", faultName(plain), "NoDiskSpace")
	outer := nested.Fault.(*cnstypes.CnsFault)
	b.wants("reason", outer.Reason, "VSLM task failed")
	b.wants("message", nested.LocalizedMessage, "CnsFault error: VSLM task failed")
	b.wants("cause", outer.FaultCause.Fault, plain.Fault)
	b.wants("message of the cause", outer.FaultCause.LocalizedMessage, plain.LocalizedMessage)
	b.wants("root", faultName(rootCause(nested)), "NoDiskSpace")
	b.wants("bare", bare.Fault, types.BaseMethodFault(&cnstypes.CnsFault{
		Reason: "CNS: Failed to create disk.:Fault cause: vim.fault.NoDiskSpace",
	}))
}

func TestSomeFaultsKeepTheirType(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.attach(b.vms[0], id)

	b.wants("in use", shownIn(b.attach(b.vms[1], id)), "ResourceInUse")
	b.wants("no volume", b.detach(b.vms[0], cnstypes.CnsVolumeId{Id: "gone"}), "NotFound")
	b.wants("of CNS", faultIn(b.result(b.client.CreateSnapshots(context.Background(),
		[]cnstypes.CnsSnapshotCreateSpec{{VolumeId: cnstypes.CnsVolumeId{Id: "gone"}, Description: "d"}}))), "CnsVolumeNotFoundFault")

	b.settings(settingsRequest{PlainFaults: &[]string{}})
	b.wants("in use, nested", shownIn(b.attach(b.vms[1], id)), "CnsFault")
}

func TestARuleHasItsOwnForm(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(
		&volumeRule{Method: "CnsCreateVolume", Fault: "HostNotConnected", Form: bareForm},
		&volumeRule{Method: "CnsCreateVolume", Fault: "HostNotConnected", Form: plainForm},
		&volumeRule{Method: "CnsCreateVolume", Fault: "HostNotConnected"},
	)
	spec := b.spec("a", 10, "fast")

	bare := b.create(spec).Fault.Fault.(*cnstypes.CnsFault)
	b.wants("bare", bare.Reason, "CNS: Failed to create disk.:Fault cause: vmodl.fault.HostNotConnected")
	b.wants("plain", shownIn(b.create(spec)), "HostNotConnected")
	b.wants("nested", shownIn(b.create(spec)), "CnsFault")
	tasks := b.volumeTasks()
	b.wants("admin", []string{tasks[2].Fault, tasks[2].Cause}, []string{"CnsFault", "HostNotConnected"})
	b.settings(settingsRequest{FaultsAsTaskErrors: pointer(true)})
	b.wants("task error", b.faultOf(b.start(b.spec("full", 100_000, "fast")), nil), "CnsFault")
}

func TestTheTypeOfACauseHasAPrefix(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(&volumeRule{Method: "CnsCreateVolume", Fault: "NotSupported"})
	task := b.start(b.spec("a", 10, "fast"))
	_, _ = task.WaitForResult(context.Background())
	read := `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><RetrievePropertiesEx xmlns="urn:vim25">` +
		`<_this type="PropertyCollector">propertyCollector</_this><specSet><propSet><type>Task</type><pathSet>info</pathSet></propSet>` +
		`<objectSet><obj type="Task">` + task.Reference().Value + `</obj></objectSet></specSet><options/></RetrievePropertiesEx></Body></Envelope>`
	request, err := http.NewRequest(http.MethodPost, b.center.url(), strings.NewReader(read))
	b.must(err)
	request.Header.Set("SOAPAction", "urn:vsan/8.0.3.0")

	response, err := (&http.Client{Jar: b.vim.Client.Client.Jar, Transport: b.vim.Client.Client.Transport}).Do(request)
	b.must(err)

	text, err := io.ReadAll(response.Body)
	b.must(err)
	if !strings.Contains(string(text), `type="vim25:NotSupported"`) || !strings.Contains(string(text), `xmlns:vim25="urn:vim25"`) {
		t.Errorf("got %s", text)
	}
}
