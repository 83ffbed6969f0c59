package dev.vspherecloud.csi.vcenter.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ComputedValueTest {
    private final AtomicInteger state = new AtomicInteger(1);
    private final AtomicInteger computed = new AtomicInteger();

    @Test
    void isComputedOnceUntilTheStateChanges() {
        var value = new ComputedValue<>(this::read);

        assertThat(value.get()).isEqualTo(1);
        assertThat(value.get()).isEqualTo(1);
        assertThat(computed).hasValue(1);

        state.set(2);
        value.onChanged();

        assertThat(value.get()).isEqualTo(2);
        assertThat(computed).hasValue(2);
    }

    @Test
    void aChangeWhileItIsComputedIsInTheNextValue() {
        var changing = new AtomicReference<Runnable>();
        var value = new ComputedValue<>(() -> {
            int read = read();
            changing.getAndSet(() -> {}).run();
            return read;
        });
        changing.set(() -> {
            state.set(2);
            value.onChanged();
        });

        assertThat(value.get()).isEqualTo(1);
        assertThat(value.get()).isEqualTo(2);
    }

    private int read() {
        computed.incrementAndGet();
        return state.get();
    }
}
