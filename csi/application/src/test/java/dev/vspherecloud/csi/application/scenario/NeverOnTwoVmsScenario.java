package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No disk is ever on two VMs: the packaged driver with the controllers of Kubernetes, csi-attacher and a simulator,
/// while Pods move and VMs, hosts, Nodes, answers of vCenter and replicas of the driver fail.
///
/// CNS attaches a disk here although another VM has it, so that only the driver prevents that. A seed determines what
/// is disturbed, in which order, and which Pods move. `make soak` replays one run with `RUNS=1` and its seed.
@Tag("csi")
class NeverOnTwoVmsScenario {
    private static final long FIRST = Long.getLong("vspherecloud.seed", 1);
    private static final long RUNS = Long.getLong("vspherecloud.runs", 50);
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /// How long Kubernetes may take until it detaches what no Pod uses: it gives up one attempt after two minutes.
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final int PODS = 3;
    private static final int DISTURBANCES = 5;

    private enum Disturbance {
        /// The VolumeAttachment of a Pod that runs is deleted.
        ATTACHMENT_DELETED,
        /// The VM of a Node loses its power, and an administrator says so. Later it starts again.
        VM_OFF,
        /// The host of a VM does not respond for a while.
        HOST_DISCONNECTED,
        /// The VM moves to another host.
        VM_MOVED,
        /// A Node is deleted while its VM runs on, and returns later.
        NODE_DELETED,
        /// The driver is killed, and another replica takes over.
        DRIVER_KILLED,
        /// The driver stops for a while, as on a Node that hangs. Another replica takes over meanwhile.
        DRIVER_PAUSED,
        /// The answer to an attach is lost.
        ATTACH_ANSWER_LOST,
        /// The answer to a detach is lost.
        DETACH_ANSWER_LOST,
        /// An attach reaches vCenter late.
        ATTACH_LATE
    }

    @Test
    @Timeout(600)
    void noDiskIsOnTwoVms() {
        runAll(List.of(2001L), _ -> {});
    }

    @Test
    @Tag("soak")
    @Timeout(10_800)
    void noDiskIsOnTwoVmsInFiftyRuns() {
        List<String> ended = new ArrayList<>();
        try {
            runAll(LongStream.range(FIRST, FIRST + RUNS).boxed().toList(), ended::add);
        } finally {
            List<String> lines = new ArrayList<>(List.of(
                    "Runs of the packaged driver with the controllers of Kubernetes, csi-attacher and a simulator.",
                    "In brackets: what was disturbed, and what the run did because Kubernetes did not.",
                    "seeds from %d: in %d of %d runs, no disk was ever on two VMs, and nothing was left"
                            .formatted(FIRST, ended.size(), RUNS),
                    ""));
            lines.addAll(ended);
            Report.write("never-on-two-vms.txt", InstantSource.system(), lines);
        }
    }

    private static void runAll(List<Long> seeds, Consumer<String> onEnd) {
        try (var bed = PodBed.shared(false)) {
            bed.losesNodes();
            bed.startNodes();
            bed.volumes().configure(VolumeSettings.defaults().attachInUse());
            seeds.forEach(seed -> {
                String ended = new Run(bed, seed).run();
                System.out.println(ended);
                onEnd.accept(ended);
            });
        }
    }

    /// One run.
    ///
    /// Threads: one, beside that of the watch.
    private static final class Run {
        private final PodBed bed;
        private final long seed;
        private final Random random;
        private final PodLife life;

        /// What brings back what was disturbed, the oldest first.
        private final Deque<Runnable> repairs = new ArrayDeque<>();

        /// The Nodes that are not available.
        private final Deque<String> lost = new ArrayDeque<>();

        private List<String> pods = List.of();

        /// What the run did because Kubernetes did not.
        private final List<String> interventions = new ArrayList<>();

        Run(PodBed bed, long seed) {
            this.bed = bed;
            this.seed = seed;
            this.random = new Random(seed);
            this.life = new PodLife(bed);
            // The first numbers of neighbouring seeds are alike.
            random.nextInt();
        }

        /// Returns a line of the report.
        String run() {
            Stopwatch stopwatch = Stopwatch.start();
            List<Disturbance> all = new ArrayList<>(Arrays.asList(Disturbance.values()));
            Collections.shuffle(all, random);
            List<Disturbance> sequence = all.subList(0, DISTURBANCES);
            long seen;
            try (var watch = new DiskWatch(bed.volumes().vmDisks())) {
                life.create("run-" + seed, PODS, List.of("shared"));
                pods = life.names();
                for (Disturbance disturbance : sequence) {
                    disturb(disturbance);
                    move(any(pods));
                    if (repairs.size() > 1) {
                        repairs.removeFirst().run();
                    }
                }
                while (!repairs.isEmpty()) {
                    repairs.removeFirst().run();
                    move(any(pods));
                }
                bed.site().proxy().clearRules();
                bed.volumes().apply();
                awaitRest();
                life.everyDiskIsOnTheVmOfItsPod();
                life.delete();
                life.nothingIsLeft();
                seen = watch.stop();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "run %d, %s, failed: %s%ntasks: %s"
                                .formatted(seed, sequence, e, bed.volumes().tasks()),
                        e);
            }
            return "run %d, %s: %s s, %d looks at the disks %s"
                    .formatted(seed, sequence, stopwatch.seconds(), seen, interventions);
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private void disturb(Disturbance disturbance) {
            switch (disturbance) {
                case ATTACHMENT_DELETED ->
                    deleteAttachments(any(attachments()).at("/spec/nodeName").asText());
                case VM_OFF -> powerOff(anyNode());
                case HOST_DISCONNECTED -> disconnectHost(anyNode());
                case VM_MOVED -> moveVm();
                case NODE_DELETED -> deleteNode(anyNode());
                case DRIVER_KILLED -> bed.takeOver(true);
                case DRIVER_PAUSED -> pauseDriver();
                case ATTACH_ANSWER_LOST -> loseAnswer("CnsAttachVolume");
                case DETACH_ANSWER_LOST -> loseAnswer("CnsDetachVolume");
                case ATTACH_LATE -> {
                    bed.volumes().apply(VolumeRule.next("CnsAttachVolume").hang());
                    repairs.add(() -> {
                        bed.volumes().apply();
                        bed.volumes().releaseCalls();
                    });
                }
            }
        }

        /// A Node that is available. The VM of `n-1` is the one that moves.
        private String anyNode() {
            return any(IntStream.of(0, 2, 3)
                    .mapToObj(n -> "n-" + n)
                    .filter(node -> !lost.contains(node))
                    .toList());
        }

        private String vm(String node) {
            return bed.vms().getOrDefault(node, "");
        }

        private static String host(String node) {
            return switch (node) {
                case "n-0" -> "pods-cluster-a-host-1";
                case "n-2" -> "pods-cluster-c-host-1";
                case "n-3" -> "pods-cluster-a-host-2";
                default -> throw new IllegalArgumentException(node);
            };
        }

        private List<JsonNode> attachments() {
            return bed.items(PodBed.ATTACHMENTS);
        }

        private void deleteAttachments(String node) {
            attachments().stream()
                    .filter(each -> each.at("/spec/nodeName").asText().equals(node))
                    .forEach(each -> bed.objects().delete(PodBed.ATTACHMENTS + "/" + PodBed.name(each)));
        }

        private void powerOff(String node) {
            lose(node);
            bed.site().vcenter().operations().powerOff(vm(node));
            bed.agent(node).reportUnknown();
            bed.agent(node).taintOutOfService();
            evict(node);
            repairs.add(() -> {
                bed.site().vcenter().operations().powerOn(vm(node));
                bed.agent(node).restart();
                bed.agent(node).removeOutOfServiceTaint();
                lost.remove(node);
            });
        }

        /// Kubernetes deletes the Pods of a deleted Node after a minute, and detaches after six minutes what they had.
        /// This run does both at once.
        private void deleteNode(String node) {
            lose(node);
            bed.objects().deleteNode(node);
            evict(node);
            deleteAttachments(node);
            repairs.add(() -> {
                bed.agent(node).restart();
                bed.agent(node).awaitRegistered(LIMIT);
                lost.remove(node);
            });
        }

        private void lose(String node) {
            lost.add(node);
            bed.agent(node).stop();
        }

        /// Moves the Pods of a Node whose kubelet does not end them.
        private void evict(String node) {
            pods.stream().filter(pod -> isOn(pod, node)).forEach(this::move);
        }

        private boolean isOn(String pod, String node) {
            return bed.objects()
                    .find(PodBed.PODS + "/" + pod)
                    .filter(found -> found.at("/spec/nodeName").asText().equals(node))
                    .isPresent();
        }

        private void disconnectHost(String node) {
            lost.add(node);
            bed.site().vcenter().operations().loseHost(host(node));
            repairs.add(() -> {
                bed.site().vcenter().operations().findHost(host(node));
                lost.remove(node);
            });
        }

        /// vMotion between the two hosts of its cluster, which have no other VM.
        private void moveVm() {
            bed.site().vcenter().change(VmSpec.change(vm("n-1")).onHost("pods-cluster-b-host-2"));
            repairs.add(
                    () -> bed.site().vcenter().change(VmSpec.change(vm("n-1")).onHost("pods-cluster-b-host-1")));
        }

        private void pauseDriver() {
            Program former = bed.takeOver(false);
            repairs.add(former::resume);
        }

        private void loseAnswer(String method) {
            bed.site().proxy().add(Rule.on(method).times(1).then(Fault.cutAfter(0)));
        }

        /// Deletes a Pod, and creates it again for another Node.
        private void move(String pod) {
            // Kubernetes may have deleted the Pod of a Node that is gone.
            String node = bed.objects()
                    .find(PodBed.PODS + "/" + pod)
                    .map(found -> found.at("/spec/nodeName").asText())
                    .orElse("");
            boolean isSilent = lost.contains(node);
            bed.objects().deleteIfPresent(PodBed.PODS + "/" + pod, isSilent ? "{\"gracePeriodSeconds\": 0}" : "{}");
            bed.awaitGone(PodBed.PODS, List.of(pod));
            bed.createPod(pod, node.isEmpty() ? List.of() : List.of(node));
        }

        /// Waits until each Pod runs, with its VolumeAttachment and no other one.
        private void awaitRest() {
            Deadline patience = Deadline.in(PATIENCE);
            try {
                Awaitility.await()
                        .atMost(LIMIT)
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> {
                            pods.stream()
                                    .filter(pod -> bed.objects()
                                            .find(PodBed.PODS + "/" + pod)
                                            .isEmpty())
                                    .forEach(this::createAgain);
                            if (patience.isOver()) {
                                deleteForgotten();
                            }
                            return pods.stream().allMatch(this::isRunning);
                        });
            } catch (ConditionTimeoutException _) {
                // What follows says why.
            }
            bed.awaitRunning(pods);
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(attachments())
                    .extracting(
                            each -> each.at("/spec/source/persistentVolumeName").asText() + " on "
                                    + each.at("/spec/nodeName").asText() + " "
                                    + each.at("/status/attached").asBoolean()
                                    + each.at("/metadata/deletionTimestamp").asText())
                    .containsExactlyInAnyOrderElementsOf(pods.stream()
                            .map(pod -> PodBed.name(bed.volumeOf(pod)) + " on " + bed.nodeOf(pod) + " true")
                            .toList()));
            Awaitility.await().atMost(LIMIT).untilAsserted(life::everyDiskIsOnTheVmOfItsPod);
        }

        private boolean isRunning(String pod) {
            return bed.objects()
                    .find(PodBed.PODS + "/" + pod)
                    .filter(found -> found.at("/status/phase").asText().equals("Running"))
                    .isPresent();
        }

        /// Kubernetes deletes the Pods of a lost Node by their names, and so at times one that was created again
        /// meanwhile. The controller of the Pod would create it once more.
        private void createAgain(String pod) {
            interventions.add("Pod " + pod + " created again");
            bed.createPod(pod, List.of());
        }

        /// The attach-detach controller at times forgets a VolumeAttachment whose Node was lost, and then nothing asks
        /// the driver to detach the volume. This does what the Event of the driver advises.
        private void deleteForgotten() {
            Map<String, String> places =
                    pods.stream().collect(Collectors.toMap(pod -> PodBed.name(bed.volumeOf(pod)), bed::nodeOf));
            for (JsonNode each : attachments()) {
                String volume = each.at("/spec/source/persistentVolumeName").asText();
                String node = each.at("/spec/nodeName").asText();
                String place = places.getOrDefault(volume, "");
                if (!place.isEmpty()
                        && !place.equals(node)
                        && !each.at("/metadata").has("deletionTimestamp")) {
                    interventions.add("VolumeAttachment of %s to %s deleted".formatted(volume, node));
                    bed.objects().deleteIfPresent(PodBed.ATTACHMENTS + "/" + PodBed.name(each), "{}");
                }
            }
        }
    }
}
