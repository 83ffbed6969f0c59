package dev.vspherecloud.vsphere.inventory.login;

import java.util.Map;

/// A login store in memory.
///
/// Threads: any; guarded by this object's monitor.
public final class MemoryLoginStore implements LoginStore {
    private Map<String, String> texts = Map.of();
    private long version;

    @Override
    public synchronized Entries read() {
        return new Entries(texts, String.valueOf(version));
    }

    @Override
    public synchronized boolean write(Entries entries) {
        if (!entries.version().equals(String.valueOf(version))) {
            return false;
        }
        replace(entries.texts());
        return true;
    }

    /// Removes the record, as a person does to allow the next login at once.
    public synchronized void clear() {
        replace(Map.of());
    }

    private void replace(Map<String, String> now) {
        texts = now;
        version++;
    }

    @Override
    public String howToReset() {
        return "restart the program";
    }
}
