package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Asks one vCenter whether a VM exists: by its reference and by its UUIDs.
///
/// The reference takes one call of its own, since a read of several references fails if one of them does not
/// exist. The UUIDs take three calls, or four if there is no hit.
///
/// If vCenter reports an error, the result is "unanswered". If vCenter does not respond at all, the exception
/// is thrown.
///
/// Threads: only the watcher's thread.
record ExistenceProbe(String vcenter, VcenterSession session, ExistenceCheckRequest request) {
    private static final String MANAGED_ENTITY = "ManagedEntity";
    private static final String NAME = "name";
    private static final List<String> PATHS = List.of(NAME, "config.uuid");

    /// Looks up the recorded reference; empty if vCenter reports that this reference names no object.
    Optional<OwnerVcenterResult> lookUpReference() {
        Optional<MoRef> recorded = References.of(request.vm());
        if (recorded.isEmpty()) {
            return Optional.of(
                    unanswered(VsphereReason.VCENTER_SILENT, "the recorded VM is not a managed object reference"));
        }
        MoRef vm = recorded.get();
        try {
            return Optional.of(session.retrieve(RetrieveQuery.ofObjects(vm.type(), PATHS, List.of(vm))).stream()
                    .filter(found -> found.object().equals(vm))
                    .findFirst()
                    .map(this::toResult)
                    .orElseGet(() ->
                            unanswered(VsphereReason.PERMISSION_MISSING, "vCenter returned nothing about " + vm)));
        } catch (VcenterException e) {
            if (e.kind() == Kind.OBJECT_GONE && e.object().equals(recorded)) {
                return Optional.empty();
            }
            rethrowUnlessAnswer(e);
            return Optional.of(new OwnerVcenterResult.Unanswered(toSilence(vcenter, e)));
        }
    }

    private OwnerVcenterResult toResult(ObjectContent found) {
        Optional<String> name = found.value(NAME).text();
        return name.isEmpty()
                ? unanswered(
                        VsphereReason.PERMISSION_MISSING,
                        "%s cannot be read: %s".formatted(found.object(), found.missing()))
                : new OwnerVcenterResult.StillThere(
                        vcenter, "%s is %s".formatted(found.object().value(), name.get()));
    }

    private OwnerVcenterResult unanswered(VsphereReason code, String why) {
        return new OwnerVcenterResult.Unanswered(new VmLookup.Silence(vcenter, code, why));
    }

    /// Searches this vCenter for VMs with a BIOS or instance UUID of the missing VM, templates and other datacenters
    /// included. Without the VM, the byte order in which vCenter has its BIOS UUID is not known, so the search
    /// includes both.
    UuidSearchResult search() {
        Set<SystemUuid> uuids = new LinkedHashSet<>();
        request.query().uuids().forEach(uuid -> uuids.addAll(List.of(uuid, uuid.byteSwapped())));
        if (uuids.isEmpty()) {
            return new UuidSearchResult.Unanswered(new VmLookup.Silence(vcenter, "the Node has no UUID to search for"));
        }
        try {
            var hits = new LinkedHashSet<String>();
            uuids.forEach(uuid -> addHits(uuid.toString(), false, hits));
            addHits(request.vm().instanceUuid().toString(), true, hits);
            if (!hits.isEmpty()) {
                return new UuidSearchResult.Hit(vcenter, List.copyOf(hits));
            }
            return isAnythingReadable()
                    ? new UuidSearchResult.Nothing(vcenter)
                    : new UuidSearchResult.Unanswered(new VmLookup.Silence(
                            vcenter,
                            VsphereReason.PERMISSION_MISSING,
                            "the account cannot read anything there, so a search finds nothing; give it"
                                    + " the role Read-only"));
        } catch (VcenterException e) {
            rethrowUnlessAnswer(e);
            return new UuidSearchResult.Unanswered(toSilence(vcenter, e));
        }
    }

    /// Returns true if the account sees the root folder or something in it. An account without any permission
    /// finds nothing, and vCenter does not say why.
    private boolean isAnythingReadable() {
        var inRoot = new RetrieveQuery.Selection.Traversal("", "Folder", "childEntity", false, List.of());
        var query = new RetrieveQuery(
                List.of(new RetrieveQuery.PropertyPaths(MANAGED_ENTITY, List.of(NAME))),
                List.of(new RetrieveQuery.Start(session.content().rootFolder(), false, List.of(inRoot))));
        return session.retrieve(query).stream()
                .anyMatch(child -> child.value(NAME).text().isPresent());
    }

    private void addHits(String uuid, boolean isInstanceUuid, Set<String> hits) {
        session.findAllByUuid(uuid, isInstanceUuid).forEach(hit -> hits.add(hit.value()));
    }

    static VmLookup.Silence toSilence(String vcenter, VcenterException e) {
        return new VmLookup.Silence(vcenter, FailureReason.of(e.kind()), String.valueOf(e.getMessage()));
    }

    /// Throws the exception unless vCenter answered with an error. If vCenter does not respond to one call, no
    /// more calls are sent.
    private static void rethrowUnlessAnswer(VcenterException e) {
        switch (e.kind()) {
            case NO_PERMISSION,
                    OBJECT_GONE,
                    INVALID_VERSION,
                    INVALID_PROPERTY,
                    UNSUPPORTED,
                    TOO_LARGE,
                    PROTOCOL,
                    FAULT -> {}
            case UNREACHABLE, TIMEOUT, TLS, PROXY, LOGIN_REFUSED, SESSION_LOST, CANCELED, LOGIN_STOPPED, BUSY ->
                throw e;
        }
    }
}
