package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.DiskPresence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Disks whose existence a test states. By default, there is none. Records what was asked.
final class ScriptedDisks implements ForgottenVolumes {
    final Map<String, DiskPresence> disks = new HashMap<>();
    final List<String> calls = new ArrayList<>();

    @Override
    public DiskPresence find(String volumeId, Duration budget) {
        calls.add("find " + volumeId);
        return disks.getOrDefault(volumeId, new DiskPresence.Absent());
    }

    @Override
    public String register(String volumeId, Optional<String> name, Duration budget) {
        calls.add("register %s %s".formatted(volumeId, name.orElse("-")));
        return "it was registered again; the call is repeated";
    }
}
