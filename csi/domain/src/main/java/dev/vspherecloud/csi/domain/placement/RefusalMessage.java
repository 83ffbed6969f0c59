package dev.vspherecloud.csi.domain.placement;

import dev.vspherecloud.csi.domain.placement.DatastoreRefusal.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Words why no datastore fits: each datastore with its reason, the most useful ones first, and what to do. Pure.
final class RefusalMessage {
    /// The longest list of datastores. An Event has room for 1024 characters with everything around it.
    private static final int MAX_LENGTH = 600;

    private RefusalMessage() {}

    /// Returns the message.
    ///
    /// @param refusals one for each datastore
    /// @param where    the requirement, as in `topology zone=a`; empty if there is none
    static String of(String vcenter, String where, List<DatastoreRefusal> refusals) {
        List<DatastoreRefusal> sorted = sorted(refusals);
        if (sorted.isEmpty()) {
            return "vCenter %s shows no datastore; give the account Datastore.FileManagement and System.Read on one"
                    .formatted(vcenter);
        }
        var named = new ArrayList<String>();
        int length = 0;
        for (DatastoreRefusal refusal : sorted) {
            String text = refusal.datastore() + " " + refusal.why();
            length += text.length();
            if (!named.isEmpty() && length > MAX_LENGTH) {
                break;
            }
            named.add(text);
        }
        List<DatastoreRefusal> counted = sorted.subList(named.size(), sorted.size());
        return "no datastore of vCenter %s fits%s: %s%s; %s"
                .formatted(
                        vcenter,
                        where.isEmpty() ? "" : " " + where,
                        String.join("; ", named),
                        counted.isEmpty() ? "" : "; and " + counts(counted),
                        sorted.getFirst().cause().remedy());
    }

    static List<DatastoreRefusal> sorted(List<DatastoreRefusal> refusals) {
        return refusals.stream()
                .sorted(Comparator.comparing(DatastoreRefusal::cause).thenComparing(DatastoreRefusal::datastore))
                .toList();
    }

    private static String counts(List<DatastoreRefusal> refusals) {
        Map<Cause, Long> counts = refusals.stream()
                .collect(Collectors.groupingBy(DatastoreRefusal::cause, TreeMap::new, Collectors.counting()));
        return "%d others (%s)"
                .formatted(
                        refusals.size(),
                        counts.entrySet().stream()
                                .map(each -> "%d %s"
                                        .formatted(
                                                each.getValue(), each.getKey().summary()))
                                .collect(Collectors.joining(", ")));
    }
}
