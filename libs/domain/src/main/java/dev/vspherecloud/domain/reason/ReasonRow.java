package dev.vspherecloud.domain.reason;

import dev.vspherecloud.domain.reason.ReasonCode.Scope;

/// One row of a program's table of reasons: what it says of a [ReasonCode], column by column.
///
/// Threads: written by the one that loads the table, which nobody sees before it is done; only read ever after.
public final class ReasonRow {
    final ReasonGroup group;
    final String word;
    final String title;
    Scope scope = Scope.OBJECT;
    boolean toldWhenFinished;
    String meaning = "";
    String cause = "";
    String remedy = "";

    private ReasonRow(ReasonGroup group, String word, String title) {
        this.group = group;
        this.word = word;
        this.title = title;
    }

    /// @param word  as it stands in an Event, in upper camel case; it never changes
    /// @param title a few words, as a heading
    public static ReasonRow reason(ReasonGroup group, String word, String title) {
        return new ReasonRow(group, word, title);
    }

    /// What is known when this is said.
    public ReasonRow means(String sentences) {
        meaning = sentences;
        return this;
    }

    /// How it usually comes about.
    public ReasonRow cause(String sentences) {
        cause = sentences;
        return this;
    }

    /// What the reader can do, and what follows by itself then.
    public ReasonRow remedy(String sentences) {
        remedy = sentences;
        return this;
    }

    /// All objects of a vCenter wait for the same.
    public ReasonRow ofVcenter() {
        scope = Scope.VCENTER;
        return this;
    }

    /// It is no single object's concern.
    public ReasonRow ofCluster() {
        scope = Scope.CLUSTER;
        return this;
    }

    /// It is worth an Event on an object that waits for nothing, too.
    public ReasonRow alsoWhenFinished() {
        toldWhenFinished = true;
        return this;
    }
}
