package dev.vspherecloud.testkit.demo;

import java.io.PrintStream;
import java.util.List;

/// A table on a terminal, redrawn in place.
///
/// The terminal cuts lines that are too wide. A wrapped line would be two lines when the cursor goes back.
///
/// Threads: any; a signal may close it while it is drawn.
final class LiveTable implements Display {
    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";
    private static final String CUT_LINES = "\033[?7l";
    private static final String WRAP_LINES = "\033[?7h";
    private static final String CLEAR_LINE = "\033[2K";

    private final PrintStream out;
    private final NodeTable table;
    private int drawn;

    LiveTable(PrintStream out, NodeTable table) {
        this.out = out;
        this.table = table;
    }

    @Override
    public synchronized void showNodes(List<ObservedNode> nodes) {
        var frame = new StringBuilder(HIDE_CURSOR + CUT_LINES);
        if (drawn > 0) {
            frame.append("\033[").append(drawn).append('A');
        }
        List<String> lines = table.lines(nodes);
        lines.forEach(line -> frame.append(CLEAR_LINE).append(line).append('\n'));
        out.print(frame.append(WRAP_LINES).append(SHOW_CURSOR));
        out.flush();
        drawn = lines.size();
    }

    @Override
    public synchronized void print(String sentence) {
        out.println(sentence);
        out.flush();
        drawn = 0;
    }

    @Override
    public synchronized void close() {
        out.print(WRAP_LINES + SHOW_CURSOR);
        out.flush();
    }
}
