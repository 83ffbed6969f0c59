package dev.vspherecloud.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.SystemUuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests random fleets with copies, templates and placeholders on several vCenters, some of them silent. The
/// policy and a naive implementation of the requirement agree.
class RandomFleetsTest {
    private static final int FLEETS = 200_000;
    private static final List<String> UUIDS = List.of("A", "A", "A", "A'", "B", "B'", "C");
    private static final List<String> TRAITS =
            List.of("off", "off", "template", "placeholder", "outside", "unreadable");
    private static final List<String> HOST_NAMES = List.of("w-1", "w-1", "W-1", "w-1.example", "w-2");

    @Test
    void thePolicyAndItsNaiveImplementationAgree() {
        var seen = new HashMap<String, Integer>();
        for (int seed = 0; seed < FLEETS; seed++) {
            var random = new Random(seed);
            VmQuery query = query(random);
            List<VcenterAnswer> answers = answers(random, query);

            boolean matchesByName = random.nextBoolean();
            var names = new NameMatching(matchesByName, _ -> Optional.empty());

            String verdict = IdentityPolicyTest.inShort(IdentityPolicy.decide(query, answers, names));

            assertThat(verdict)
                    .as("seed %d: %s of %s", seed, query, answers)
                    .isEqualTo(NaiveIdentity.decide(query, answers, matchesByName));
            seen.merge(verdict.startsWith("vm-") ? "found" : verdict, 1, Integer::sum);
        }
        assertThat(seen).as("nothing is rare").hasSize(10).allSatisfy((_, count) -> assertThat(count)
                .isGreaterThan(500));
    }

    @Test
    void theOrderInWhichTheAnswersComeDoesNotMatter() {
        for (int seed = 0; seed < 20_000; seed++) {
            var random = new Random(seed);
            VmQuery query = query(random);
            List<VcenterAnswer> answers = answers(random, query);

            var names = new NameMatching(random.nextBoolean(), _ -> Optional.empty());

            assertThat(IdentityPolicyTest.inShort(IdentityPolicy.decide(query, answers.reversed(), names)))
                    .as("seed %d", seed)
                    .isEqualTo(IdentityPolicyTest.inShort(IdentityPolicy.decide(query, answers, names)));
        }
    }

    private static VmQuery query(Random random) {
        Optional<RecordedVm> recorded =
                random.nextInt(3) == 0 ? Optional.of(Fleet.recorded(random.nextInt(6))) : Optional.empty();
        return switch (random.nextInt(4)) {
            case 0 -> new VmQuery(new NodeName("w-1"), Optional.empty(), Optional.of(uuid(random)), recorded);
            case 1 -> new VmQuery(new NodeName("w-1"), Optional.empty(), Optional.empty(), Optional.empty());
            case 2 -> new VmQuery(new NodeName("w-1"), Optional.of(uuid(random)), Optional.empty(), recorded);
            default -> new VmQuery(new NodeName("w-1"), Optional.of(uuid(random)), Optional.of(uuid(random)), recorded);
        };
    }

    private static SystemUuid uuid(Random random) {
        return Fleet.uuid(one(random, UUIDS));
    }

    private static List<VcenterAnswer> answers(Random random, VmQuery query) {
        var answers = new ArrayList<VcenterAnswer>();
        var next = new int[1];
        for (int n = 0; n <= random.nextInt(3); n++) {
            String vcenter = "vc-" + n;
            answers.add(
                    switch (random.nextInt(16)) {
                        case 0 -> new VcenterAnswer.Awaited(vcenter);
                        case 1 -> new VcenterAnswer.Slow(vcenter);
                        case 2 -> Fleet.silent(vcenter);
                        default -> new VcenterAnswer.Answered(vcenter, candidates(random, query, vcenter, next));
                    });
        }
        return answers;
    }

    private static List<VmCandidate> candidates(Random random, VmQuery query, String vcenter, int[] next) {
        var candidates = new ArrayList<VmCandidate>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            var words = new StringBuilder("vm-" + next[0]++ + " " + one(random, UUIDS));
            if (random.nextInt(4) == 0) {
                words.append(" i").append(random.nextInt(6));
            }
            if (random.nextInt(2) == 0) {
                words.append(' ').append(one(random, TRAITS));
            }
            words.append(' ').append(one(random, HOST_NAMES));
            VmCandidate candidate = Fleet.candidate(vcenter, words.toString());
            if (isRelevant(query, candidate)) {
                candidates.add(candidate);
            }
        }
        return candidates;
    }

    /// Returns true if the search on a vCenter returns this candidate.
    private static boolean isRelevant(VmQuery query, VmCandidate candidate) {
        return switch (candidate) {
            case VmCandidate.Known(var vm, var _) ->
                query.accepts(vm.identity(), vm.guest().hostName())
                        || query.isNameOnlyMatch(vm.identity(), vm.guest().hostName());
            case VmCandidate.Unreadable _ -> true;
        };
    }

    private static String one(Random random, List<String> choice) {
        return choice.get(random.nextInt(choice.size()));
    }
}
