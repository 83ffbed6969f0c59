package dev.vspherecloud.domain.reason;

import dev.vspherecloud.domain.reason.ReasonCode.Scope;

/// One row of a program's table of reasons: the description of a [ReasonCode], column by column.
///
/// Threads: written only by the thread that loads the table, before any other thread can see it; read-only
/// afterwards.
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

    /// Creates a row.
    ///
    /// @param text  the name that Events show, in upper camel case; it never changes
    /// @param title a few words, as a heading
    public static ReasonRow reason(ReasonGroup group, String text, String title) {
        return new ReasonRow(group, text, title);
    }

    /// Sets what is known when this reason is reported.
    public ReasonRow means(String sentences) {
        description = sentences;
        return this;
    }

    /// Sets the usual cause.
    public ReasonRow cause(String sentences) {
        cause = sentences;
        return this;
    }

    /// Sets what the reader can do, and what then happens without further action.
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

    /// Marks the reason as one that is also reported as an Event on an object that waits for nothing.
    public ReasonRow alsoWhenInitialised() {
        reportedWhenInitialised = true;
        return this;
    }
}
