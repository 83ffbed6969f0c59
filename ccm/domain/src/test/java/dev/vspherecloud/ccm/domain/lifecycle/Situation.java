package dev.vspherecloud.ccm.domain.lifecycle;

import static dev.vspherecloud.domain.Fixtures.BIOS;
import static dev.vspherecloud.domain.Fixtures.INSTANCE_UUID;
import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.Fixtures.guest;
import static dev.vspherecloud.domain.Fixtures.nowhere;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.KeyValueText;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.Existence;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/// A Node and the state of its VM in words, each `key=value`. The defaults are those of a Node whose VM was
/// destroyed and whose deletion nothing prevents.
///
/// - `ready`: `true`, `false`, `unknown`; `taint`, `deleting`, `leaving`, `keep`, `uninitialized`: `yes` or `no`
/// - `id`: provider id, where `A` is that of the VM; `uuid`: system UUID, `A`, `B` or `none`
/// - `record`: of `vm-62`, of another VM (`vm-63`), or `none`
/// - `vm`: `on`, `off`, `suspended`, `unknown` if the VM is found; else the lookup: `missing`, ...
/// - `connection`; `age`: age of the state from vCenter in milliseconds, or `none`
/// - `gone`: `destroyed`, `disappeared`, `adopted` (its vCenter is given up); `alive`, `unclear`, `unseen`;
///   `unasked` fails if the policy checks the existence
/// - `deletes`: `yes` or `no`; `paused`: name of a vCenter; `breaker`: `open` or `closed`
final class Situation {
    static final Reason UNCLEAR = new Reason(VsphereReason.EVENTS_UNREADABLE, "the events are unreadable");

    private static final KeyValueText DEFAULT =
            KeyValueText.defaults("ready=unknown taint=no deleting=no leaving=no keep=no"
                    + " uninitialized=no id=A uuid=A record=vm-62 vm=missing connection=connected age=10000 gone=destroyed"
                    + " deletes=yes paused=none breaker=closed");
    private static final UUID OTHER = UUID.fromString("42000000-0000-0000-0000-0000000000b2");

    private final KeyValueText state;

    private Situation(KeyValueText state) {
        this.state = state;
    }

    static Situation of(String words) {
        return new Situation(DEFAULT.and(words));
    }

    LifecycleDecision decision() {
        return LifecyclePolicy.decide(node(), lookup(), age(), existence(), rules(), breaker());
    }

    /// Returns `taint`, `untaint`, `delete`, `keep` with the reason code, or `nothing`.
    String inShort() {
        return switch (decision()) {
            case LifecycleDecision.Taint _ -> "taint";
            case LifecycleDecision.Untaint _ -> "untaint";
            case LifecycleDecision.Delete _ -> "delete";
            case LifecycleDecision.Keep(Reason reason) ->
                "keep " + reason.code().text();
            case LifecycleDecision.NoChange() -> "nothing";
        };
    }

    NodeView node() {
        var annotations = new HashMap<String, String>();
        if (!state.is("record", "none")) {
            annotations.putAll(record().annotations());
        }
        if (state.is("keep", "yes")) {
            annotations.put(LifecyclePolicy.KEEP, "");
        }
        var meta = new NodeMeta(new NodeName("w-1"), "uid-1", "7", Instant.EPOCH, Map.of(), annotations);
        return new NodeView(meta, providerId(), systemUuid(), state.is("uninitialized", "yes"), List.of(), health());
    }

    private String providerId() {
        String id = state.of("id");
        return id.equals("A") ? "vsphere://" + BIOS : id.equals("none") ? "" : id;
    }

    private String systemUuid() {
        return switch (state.of("uuid")) {
            case "A" -> BIOS.toString();
            case "A'" -> BIOS.byteSwapped().toString();
            case "B" -> OTHER.toString();
            default -> "";
        };
    }

    private NodeHealth health() {
        return new NodeHealth(
                NodeHealth.Ready.valueOf(state.of("ready").toUpperCase(Locale.ROOT)),
                Instant.EPOCH,
                state.is("taint", "yes"),
                state.is("deleting", "yes"),
                state.is("leaving", "yes"));
    }

    private RecordedVm record() {
        return new RecordedVm(
                new VmRef(VCENTER, state.of("record")), INSTANCE_UUID, Optional.empty(), Optional.empty());
    }

    private VmLookup lookup() {
        var silence = new VmLookup.Silence("vc-b", "no answer for 15 s");
        return switch (state.of("vm")) {
            case "missing" -> new VmLookup.Missing(List.of("vc-a"));
            case "silent" -> new VmLookup.Unknown(List.of(silence));
            case "pending" -> new VmLookup.Pending();
            case "slow" -> new VmLookup.Pending(List.of("vc-a"));
            case "ambiguous" -> new VmLookup.Ambiguous(List.of(vm(PowerState.OFF), vm(PowerState.OFF)));
            case "conflict" ->
                new VmLookup.Conflict(BIOS, List.of(), new SystemUuid(OTHER), List.of(vm(PowerState.OFF)));
            case "elsewhere" ->
                new VmLookup.Elsewhere(vm(PowerState.OFF), new OtherDatacenter("/dc-2", List.of(), "add it"));
            case "placeholder" -> new VmLookup.Placeholder(vm(PowerState.OFF));
            case "template" -> new VmLookup.Template(vm(PowerState.OFF));
            case "unreadable" ->
                new VmLookup.Unreadable(new VmCandidate.Unreadable(
                        "vc-a", "w-1", new VmRef(VCENTER, "vm-62"), ConnectionState.CONNECTED));
            default -> new VmLookup.Found(vm(PowerState.valueOf(state.of("vm").toUpperCase(Locale.ROOT))));
        };
    }

    private Vm vm(PowerState power) {
        return new Vm(
                "vc-a",
                "w-1",
                new VmIdentity(new VmRef(VCENTER, "vm-62"), BIOS, INSTANCE_UUID),
                VmRole.MACHINE,
                ConnectionState.valueOf(state.of("connection").toUpperCase(Locale.ROOT)),
                power,
                guest(),
                new Hardware(4, 16384, "other", 0),
                nowhere(),
                Optional.empty());
    }

    private Optional<Duration> age() {
        return state.is("age", "none")
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(Long.parseLong(state.of("age"))));
    }

    private Supplier<Existence> existence() {
        return switch (state.of("gone")) {
            case "alive" -> () -> new Existence.Alive("vCenter vc-b has vm-7");
            case "unclear" -> () -> new Existence.Unknown(UNCLEAR);
            case "unseen" -> () -> new Existence.Unknown(new Reason(NodeReason.VM_NEVER_SEEN, "never seen"));
            case "unasked" ->
                () -> {
                    throw new AssertionError("asked whether the VM exists");
                };
            default -> () -> new Existence.Gone(proof());
        };
    }

    Proof proof() {
        var destruction = new Destruction(new EventPosition(7, Instant.EPOCH), "task-42 VirtualMachine.destroy by ops");
        return new Proof(
                record(),
                state.is("gone", "adopted") ? VCENTER.toString() : "vc-a",
                new Proof.Observations(3, Duration.ofSeconds(21), 0),
                List.of("vc-a", "vc-b"),
                state.is("gone", "destroyed") ? Optional.of(destruction) : Optional.empty());
    }

    private LifecycleRules rules() {
        return new LifecycleRules(
                state.is("deletes", "yes"), Duration.ofMinutes(10), BreakerRules.DEFAULTS, Set.of(state.of("paused")));
    }

    private Breaker breaker() {
        var incident = new Incident("missing-1", "6 of 20 Nodes lost their VMs within 10 min", Set.of("uid-1"));
        return state.is("breaker", "open") ? new Breaker(Optional.of(incident), Set.of()) : Breaker.CLOSED;
    }
}
