package dev.vspherecloud.domain.reason;

import dev.vspherecloud.domain.reason.ReasonCode.Scope;

/// One row of a program's table of reasons: the properties of one [ReasonCode].
///
/// Threads: only the thread that loads the table writes a row, before other threads can see the table.
/// Afterwards all threads only read.
public final class ReasonRow {
    final ReasonGroup group;
    final String text;
    final String title;
    Scope scope = Scope.OBJECT;
    boolean reportedWhenInitialised;
    String description = "";
    String cause = "";
    String remedy = "";

    private ReasonRow(ReasonGroup group, String text, String title) {
        this.group = group;
        this.text = text;
        this.title = title;
    }

    /// Creates the row of a reason.
    ///
    /// @param text  the name of the reason in Events, in upper camel case; it never changes
    /// @param title a title of a few words
    public static ReasonRow reason(ReasonGroup group, String text, String title) {
        return new ReasonRow(group, text, title);
    }

    /// Sets the sentences that say what is known when this reason is reported.
    public ReasonRow means(String sentences) {
        description = sentences;
        return this;
    }

    /// Sets the sentences that name the usual cause of the reason.
    public ReasonRow cause(String sentences) {
        cause = sentences;
        return this;
    }

    /// Sets the sentences that say what the reader can do, and what then happens without further action.
    public ReasonRow remedy(String sentences) {
        remedy = sentences;
        return this;
    }

    /// Marks the reason as one that all objects of a vCenter share.
    public ReasonRow ofVcenter() {
        scope = Scope.VCENTER;
        return this;
    }

    /// Marks the reason as one of the cluster, not of a single object.
    public ReasonRow ofCluster() {
        scope = Scope.CLUSTER;
        return this;
    }

    /// Marks the reason as one that is also reported as an Event on an object that is initialised and waits for
    /// nothing.
    public ReasonRow alsoWhenInitialised() {
        reportedWhenInitialised = true;
        return this;
    }
}
