package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.lifecycle.Chronicle;
import dev.vspherecloud.domain.node.NodeEvents;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Whoever looks after the cluster: reads Events, looks what is true, and acknowledges what is.
final class Person {
    private static final Pattern ID = Pattern.compile("\\b(missing|restored|replaced)-[0-9a-f]{8}\\b");

    private final World world;
    private final Set<String> heard = new LinkedHashSet<>();
    private final Set<String> acknowledged = new LinkedHashSet<>();
    private long lastWord;

    Person(World world) {
        this.world = world;
    }

    /// Where Events go.
    NodeEvents ears() {
        return new NodeEvents() {
            @Override
            public void normal(NodeView node, String reason, String message) {
                world.trace.say("event: Normal %s %s: %s", node.name(), reason, message);
            }

            @Override
            public void warning(NodeView node, Reason reason) {
                hear(node.name().value(), reason);
            }

            @Override
            public void warning(String vcenter, Reason reason) {
                hear(vcenter, reason);
            }

            @Override
            public void warning(Reason reason) {
                hear("cluster", reason);
            }
        };
    }

    private void hear(String about, Reason reason) {
        world.trace.say("event: Warning %s %s: %s", about, reason.code().word(), reason.message());
        listen(reason.message());
    }

    private void listen(String text) {
        Matcher ids = ID.matcher(text);
        while (ids.find()) {
            heard.add(ids.group());
        }
    }

    /// When something was acknowledged the last time; nanoseconds of the world.
    long lastWord() {
        return lastWord;
    }

    /// By now everything that was said is true, and meant to be.
    void acknowledgeAll() {
        world.cluster.lease().texts().forEach((key, text) -> {
            if (!key.equals(Chronicle.ACKNOWLEDGE)) {
                listen(text);
            }
        });
        acknowledge(heard);
    }

    private void acknowledge(Set<String> ids) {
        var fresh = new LinkedHashSet<>(ids);
        fresh.removeAll(acknowledged);
        if (fresh.isEmpty()) {
            return;
        }
        acknowledged.addAll(fresh);
        world.trace.say("a person acknowledges %s", fresh);
        LeaderLease lease = world.cluster.lease();
        var texts = new HashMap<>(lease.texts());
        String before = texts.getOrDefault(Chronicle.ACKNOWLEDGE, "");
        texts.put(Chronicle.ACKNOWLEDGE, (before.isEmpty() ? "" : before + ",") + String.join(",", fresh));
        world.cluster.write(lease.with(texts));
        world.judge.acknowledged();
        lastWord = world.time.nanos();
    }
}
