package main

import (
	"context"
	"testing"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/soap"
)

func (b *volumeBed) describe(specs ...cnstypes.CnsVolumeMetadataUpdateSpec) string {
	b.Helper()
	_, err := b.client.UpdateVolumeMetadata(context.Background(), specs)
	return failureOf(err)
}

func described(id cnstypes.CnsVolumeId, entities ...*cnstypes.CnsKubernetesEntityMetadata) cnstypes.CnsVolumeMetadataUpdateSpec {
	spec := cnstypes.CnsVolumeMetadataUpdateSpec{VolumeId: id}
	spec.Metadata.ContainerCluster = containerCluster(cluster)
	for _, each := range entities {
		spec.Metadata.EntityMetadata = append(spec.Metadata.EntityMetadata, each)
	}
	return spec
}

func TestABlockVolumeTakesOneEntityOfATypeInASpec(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id, other := b.made("a", 10), b.made("b", 10)
	first := entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-1", cluster)
	second := entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-2", cluster)
	removed := entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-1", cluster)
	removed.Delete = true
	pv := entity(cnstypes.CnsKubernetesEntityTypePV, "", "pv-1", cluster)
	claim := entity(cnstypes.CnsKubernetesEntityTypePVC, "ns", "data", cluster)
	foreign := entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-3", "cluster-b")
	unnamed := entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-4", "")

	_, err := b.client.UpdateVolumeMetadata(context.Background(), []cnstypes.CnsVolumeMetadataUpdateSpec{
		described(other, pv), described(id, pv, claim, first, second),
	})

	fault := soap.ToSoapFault(err)
	b.wants("text", fault.String, "Duplicated entity for each entity type in one cluster is found.")
	b.wants("reason", fault.VimFault().(cnstypes.CnsFault).Reason, fault.String)
	b.wants("no task", len(b.volumeTasks()), 2)
	b.wants("nothing of the call is done", b.entities(other), []string{})
	b.wants("replaced", b.describe(described(id, removed, second)), "CnsFault")
	b.wants("the cluster of the spec", b.describe(described(id, first, unnamed)), "CnsFault")
	b.wants("one of each type", b.describe(described(id, pv, claim, first)), "")
	b.wants("of two clusters", b.describe(described(id, second, foreign)), "")
	static := b.spec("c", 10, "fast")
	static.Metadata = described(id, first, second).Metadata
	_, err = b.client.CreateVolume(context.Background(), []cnstypes.CnsVolumeCreateSpec{static})
	b.wants("create", failureOf(err), "CnsFault")
	b.wants("volumes", len(b.volumes()), 2)

	b.settings(settingsRequest{OneEntityPerType: pointer(false)})
	b.wants("without the rule", b.describe(described(id, first, second)), "")
}

func TestAFileVolumeTakesSeveralEntitiesOfAType(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.share(cluster)

	b.wants("two Pods", b.describe(described(id,
		entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-1", cluster),
		entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "app-2", cluster))), "")
}
