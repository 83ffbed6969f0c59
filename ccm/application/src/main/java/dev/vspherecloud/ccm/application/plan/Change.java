package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// One difference between a Node now and the same Node after this program replaced the current one.
///
/// @param key the key of the label, annotation or taint; empty for a field without keys
/// @param oldValues the values now; empty if there are none
/// @param newValues the values after the replacement; empty if there would be none
record Change(NodeField field, String key, List<String> oldValues, List<String> newValues) {
    private static final String EFFECT = "NoSchedule";

    Change {
        oldValues = List.copyOf(oldValues);
        newValues = List.copyOf(newValues);
    }

    /// Returns all differences between two states of a Node, sorted by field and then by key.
    static List<Change> between(NodeView before, NodeView after) {
        var changes = new ArrayList<Change>();
        changes.add(new Change(NodeField.PROVIDER_ID, "", text(before.providerId()), text(after.providerId())));
        changes.add(taint(NodeView.UNINITIALIZED, before.isUninitialised(), after.isUninitialised()));
        changes.add(taint(
                NodeHealth.SHUTDOWN,
                before.health().shutdownTaint(),
                after.health().shutdownTaint()));
        changes.addAll(
                entries(NodeField.LABEL, before.meta().labels(), after.meta().labels()));
        changes.addAll(entries(
                NodeField.ANNOTATION, before.meta().annotations(), after.meta().annotations()));
        changes.add(new Change(NodeField.ADDRESSES, "", texts(before.addresses()), texts(after.addresses())));
        changes.removeIf(change -> change.oldValues().equals(change.newValues()));
        return changes;
    }

    /// Returns an address with its type, for example `InternalIP=10.0.0.5`.
    static String text(NodeAddress address) {
        return address.type().spelling() + "=" + address.text();
    }

    private static List<String> texts(List<NodeAddress> addresses) {
        return addresses.stream().map(Change::text).toList();
    }

    private static List<String> text(String value) {
        return value.isEmpty() ? List.of() : List.of(value);
    }

    private static Change taint(String key, boolean had, boolean has) {
        return new Change(NodeField.TAINT, key, had ? List.of(EFFECT) : List.of(), has ? List.of(EFFECT) : List.of());
    }

    private static List<Change> entries(NodeField field, Map<String, String> before, Map<String, String> after) {
        var keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        return keys.stream()
                .map(key -> new Change(field, key, value(before, key), value(after, key)))
                .toList();
    }

    private static List<String> value(Map<String, String> entries, String key) {
        return Optional.ofNullable(entries.get(key)).stream().toList();
    }

    /// Returns true if the changed field is an annotation. Only this program reads the annotations that it writes.
    boolean isOnlyReadByThisProgram() {
        return field == NodeField.ANNOTATION;
    }

    /// Returns the changed field with its key, for example `label topology.kubernetes.io/zone`.
    String subject() {
        return key.isEmpty() ? field.noun() : field.noun() + " " + key;
    }

    /// Returns the change as text, for example `zone-a instead of zone-b`. For addresses it names only those that
    /// are added or removed.
    String text() {
        if (newValues.isEmpty()) {
            return "is removed";
        }
        return field == NodeField.ADDRESSES ? differenceText() : joined(newValues) + insteadOfText();
    }

    private String insteadOfText() {
        return oldValues.isEmpty() ? "" : " instead of " + joined(oldValues);
    }

    private String differenceText() {
        var coming = new ArrayList<>(newValues);
        coming.removeAll(oldValues);
        var going = new ArrayList<>(oldValues);
        going.removeAll(newValues);
        if (coming.isEmpty() && going.isEmpty()) {
            return "in the order " + joined(newValues);
        }
        return (coming.isEmpty() ? "without " : joined(coming))
                + (coming.isEmpty() || going.isEmpty() ? "" : " instead of ")
                + joined(going);
    }

    private static String joined(List<String> texts) {
        return String.join(", ", texts);
    }
}
