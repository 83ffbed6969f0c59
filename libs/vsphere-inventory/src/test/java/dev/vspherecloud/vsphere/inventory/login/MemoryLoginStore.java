package dev.vspherecloud.vsphere.inventory.login;

import java.util.Map;

/// Keeps the record of logins as long as the test lives.
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

    /// What a person does who wants the next login tried at once.
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
