package dev.vspherecloud.serving;

/// Observes what a server refuses clients to stay within its limits, for metrics.
@FunctionalInterface
public interface ServingObserver {
    /// An observer that does nothing.
    ServingObserver NONE = _ -> {};

    /// The kinds of refusals.
    enum Refusal {
        /// A connection was closed because there were too many.
        CONNECTION("connection"),
        /// Too many large pages were requested: a connection was closed, or a request got status 429.
        PAGE("page"),
        /// A request got status 429 because too many clients had to be reviewed by the cluster.
        REVIEW("review");

        private final String text;

        Refusal(String text) {
            this.text = text;
        }

        /// Returns the value of the label in metrics.
        public String text() {
            return text;
        }
    }

    void onRefused(Refusal refusal);
}
