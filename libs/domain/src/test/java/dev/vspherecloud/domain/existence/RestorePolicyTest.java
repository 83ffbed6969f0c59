package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.existence.CheckResultText.mark;
import static dev.vspherecloud.domain.existence.CheckResultText.verdict;
import static dev.vspherecloud.domain.existence.CheckResultText.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestorePolicyTest {
    /// Landmarks as day and lookup result. The verdict is `same`, `unreadable`, or the day of the lost
    /// landmark.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # All landmarks are still there.
            20/THERE,                               21,   same
            18/THERE 19/THERE 20/THERE,             20,   same
            # Some are missing: hidden from the account, purged, or never stored.
            18/THERE 19/LOST 20/LOST,               21,   same
            18/LOST 19/LOST 20/THERE,               21,   same
            18/UNREADABLE 20/THERE,                 21,   same
            18/FORGOTTEN 20/THERE,                  21,   same
            # The same key has another time.
            18/THERE 19/THERE 20/REUSED,            21,   20
            18/REUSED 19/THERE 20/THERE,            21,   18
            18/REUSED 19/REUSED 20/UNREADABLE,      21,   19
            # The newest key decreased.
            18/THERE 19/THERE 20/UNREADABLE,        19,   20
            18/THERE 19/THERE 20/THERE,             19,   20
            18/LOST 20/UNREADABLE,                  17,   20
            # All are lost.
            18/LOST 19/LOST 20/LOST,                21,   20
            20/LOST,                                21,   20
            18/FORGOTTEN 19/LOST,                   21,   19
            # vCenter has purged events of that time.
            18/FORGOTTEN 19/FORGOTTEN,              21,   same
            # The lookup results prove nothing.
            18/LOST 19/UNREADABLE 20/LOST,          21,   unreadable
            18/THERE 20/UNREADABLE,                 21,   unreadable
            18/UNREADABLE 19/LOST 20/LOST,          21,   unreadable
            20/UNREADABLE,                          21,   unreadable
            18/FORGOTTEN 19/UNREADABLE,             21,   unreadable
            20/THERE,                               none, unreadable
            20/REUSED,                              none, unreadable
            '',                                     21,   unreadable
            """)
    void onlyThreeThingsShowARestore(String landmarks, String newest, String verdict) {
        assertThat(inShort(landmarks, newest)).isEqualTo(verdict);
    }

    @Test
    void anEventThatWasNotRequestedIsUnreadable() {
        assertThat(RestorePolicy.evaluate(List.of(mark(19)), Optional.of(mark(21)), Map.of()))
                .isEqualTo(new RestorePolicy.History.Unreadable());
    }

    @Test
    void theNewestLandmarkIsRequestedFirst() {
        assertThat(RestorePolicy.newestFirst(List.of(mark(2), mark(3), mark(1), mark(3))))
                .containsExactly(mark(3), mark(2), mark(1));
    }

    /// The same rule in the decision about one VM.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # The newest known event is missing, as after a crash of vpxd; the landmarks are there.
            base=20/LOST land=18/LOST,19/THERE |                         gone
            base=20/LOST newest=19 land=18/THERE,19/THERE |              gone
            base=20/UNREADABLE land=19/THERE |                           gone
            base=20/LOST land=19/THERE end=destroyed |                   destroyed
            # Without landmarks, as in the state of the previous version, only the newest event shows a restore.
            base=20/LOST |                                               VcenterRestored
            base=20/REUSED |                                             VcenterRestored
            # The landmarks show a restore.
            land=18/THERE,19/REUSED |                                    VcenterRestored
            land=18/LOST,19/LOST |                                       VcenterRestored
            land=18/THERE,22/UNREADABLE newest=21 |                      VcenterRestored
            land=18/LOST,19/LOST end=destroyed |                         VcenterRestored
            # A restore that a person confirmed.
            land=18/LOST,19/LOST confirmed=20 |                          gone
            land=18/LOST,19/REUSED confirmed=20 |                        gone
            land=18/LOST,21/LOST newest=22 confirmed=20 |                VcenterRestored
            # The event in the record is missing: the policy keeps only this Node.
            own=10/LOST land=18/THERE |                                  RecordedEventMissing
            own=10/REUSED land=18/THERE |                                RecordedEventMissing
            # Events that cannot be read.
            land=18/LOST,19/UNREADABLE |                                 EventsUnreadable
            land=19/THERE newest=none |                                  EventsUnreadable
            own=10/UNREADABLE land=19/THERE |                            EventsUnreadable
            """)
    void aVmIsEvaluatedByTheLandmarksOfItsVcenter(String words, String verdict) {
        assertThat(verdict(words(words))).isEqualTo(verdict);
    }

    @Test
    void aFoundLandmarkOutweighsAnEventThatThisProcessRead() {
        assertThat(ownVerdict("own=10/LOST land=18/THERE")).isEqualTo("RecordedEventMissing");
        assertThat(ownVerdict("own=10/LOST land=none")).isEqualTo("VcenterRestored");
    }

    private static String ownVerdict(String words) {
        ExistenceCheckResult report = CheckResultText.report(words(words));
        ExistenceCheckRequest request = report.request();
        var own = new ExistenceCheckRequest(
                request.query(), request.vm(), request.baseline(), true, true, request.landmarks());
        return CheckResultText.inShort(AbsencePolicy.evaluate(
                new ExistenceCheckResult(
                        own, report.askedAt(), report.answeredAt(), report.ownerResult(), report.searches()),
                ConfirmedVcenterChanges.NONE));
    }

    private static String inShort(String landmarks, String newest) {
        var lookups = new HashMap<EventPosition, EventLookup>();
        Arrays.stream(landmarks.split(" "))
                .filter(mark -> !mark.isEmpty())
                .map(mark -> mark.split("/"))
                .forEach(mark -> lookups.put(mark(Integer.parseInt(mark[0])), EventLookup.valueOf(mark[1])));
        Optional<EventPosition> now =
                newest.equals("none") ? Optional.empty() : Optional.of(mark(Integer.parseInt(newest)));
        return switch (RestorePolicy.evaluate(lookups.keySet(), now, lookups)) {
            case RestorePolicy.History.Same() -> "same";
            case RestorePolicy.History.Unreadable() -> "unreadable";
            case RestorePolicy.History.Restored(EventPosition lost) -> String.valueOf(lost.key() / 100);
        };
    }
}
