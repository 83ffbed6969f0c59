package dev.vspherecloud.controllers.lifecycle.chaos;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChaosTest {
    @Test
    void sabotages() {
        if (!Boolean.getBoolean("sab")) return;
        for (Sabotage sabotage : Sabotage.values()) {
            if (sabotage == Sabotage.NONE) continue;
            int hits = 0;
            String first = "";
            for (long seed = 0; seed < Long.getLong("to"); seed++) {
                ChaosRun.Verdict v = ChaosRun.of(seed, sabotage, new Trace(false));
                if (v.wrong()
                        .filter(w -> w.contains("was ") || w.contains("lost"))
                        .isPresent()) {
                    if (hits++ == 0) first = seed + " " + v.wrong().get();
                    if (hits >= 3) break;
                }
            }
            System.out.println("SUM " + sabotage + " " + hits + " first " + first);
        }
    }

    @Test
    void runs() {
        if (Boolean.getBoolean("sab")) return;
        Sabotage sabotage = Sabotage.valueOf(System.getProperty("sabotage", "NONE"));
        if (Long.getLong("seed") != null) {
            ChaosRun.Verdict verdict = ChaosRun.of(Long.getLong("seed"), sabotage, new Trace(true));
            verdict.trace().forEach(System.out::println);
            return;
        }
        String find = System.getProperty("find");
        if (find != null) {
            for (long seed = 0; seed < Long.getLong("to"); seed++) {
                ChaosRun.Verdict v = ChaosRun.of(seed, sabotage, new Trace(true));
                if (v.trace().stream().anyMatch(l -> l.contains(find)))
                    System.out.println("SEED " + seed + " "
                            + v.trace().stream()
                                    .filter(l -> l.contains("deletes"))
                                    .toList());
            }
            return;
        }
        int wrong = 0, del = 0, cut = 0, taints = 0;
        long len = 0,
                t0 = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (long seed : LongStream.range(Long.getLong("from", 0), Long.getLong("to", 20))
                .toArray()) {
            ChaosRun.Verdict verdict = ChaosRun.of(seed, sabotage, new Trace(false));
            del += verdict.deletions();
            cut += verdict.cutOff();
            taints += verdict.taints();
            len += verdict.length().toSeconds();
            if (verdict.wrong()
                    .filter(w -> sabotage == Sabotage.NONE || w.contains("was ") || w.contains("lost"))
                    .isPresent()) {
                wrong++;
                System.out.println("SEED " + seed + " " + verdict.wrong());
                if (Boolean.getBoolean("first")) break;
            }
        }
        System.out.println("SUM wrong=" + wrong + " deletions=" + del + " cutoff=" + cut + " taints=" + taints
                + " virtual=" + len + " s, cpu ms "
                + (java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - t0) / 1000000);
    }
}
