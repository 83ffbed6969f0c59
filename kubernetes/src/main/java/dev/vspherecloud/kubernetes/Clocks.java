package dev.vspherecloud.kubernetes;

import java.time.InstantSource;

/// The two clocks of a machine. See [Moment].
record Clocks(Ticker ticker, InstantSource wall) {
    static Clocks system() {
        return new Clocks(Ticker.system(), InstantSource.system());
    }

    Moment now() {
        return new Moment(ticker.now(), wall.instant());
    }
}
