package dev.vspherecloud.ccm.domain.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Decides which addresses of a Node the provider may drop, from all reports so far, newest first. Deliberately
/// naive: it stores only the reports, and addresses are text.
final class NaiveRetention {
    /// An address as text, with its prefix length, or 0 if the length is unknown.
    record Ip(String text, int prefix) {
        boolean isV6() {
            return text.contains(":");
        }

        boolean isSingleAddress() {
            return prefix == (isV6() ? 128 : 32);
        }

        boolean isUsable() {
            return !text.startsWith("fe80:") && !text.startsWith("169.254.");
        }
    }

    record Nic(int device, List<Ip> ips) {
        boolean has(String ip) {
            return ips.stream().anyMatch(each -> each.text().equals(ip));
        }
    }

    /// @param node the addresses of the Node at that time
    record Report(
            long second,
            List<Nic> nics,
            int nicCount,
            boolean toolsRunning,
            Set<String> node,
            Set<String> possiblyVirtual) {
        boolean contains(String ip) {
            return nics.stream().anyMatch(nic -> nic.has(ip));
        }

        boolean hasNoUsableAddress() {
            return nics.stream().flatMap(nic -> nic.ips().stream()).noneMatch(Ip::isUsable);
        }
    }

    private final List<Report> newestFirst = new ArrayList<>();

    void restart() {
        newestFirst.clear();
    }

    void report(Report report) {
        newestFirst.addFirst(report);
    }

    /// Returns true if the newest report lacks this address of the Node, and there is no reason to drop it.
    boolean isKept(String ip) {
        Report now = newestFirst.getFirst();
        return !now.contains(ip) && !leftWithItsNic(ip) && !wasReplacedOnItsNic(ip) && !hasMovedForAMinute(ip);
    }

    private boolean leftWithItsNic(String ip) {
        Report now = newestFirst.getFirst();
        int lastDevice = lastDevice(ip);
        return lastDevice != 0
                && now.nicCount() == now.nics().size()
                && now.nicCount() > 0
                && now.nics().stream().noneMatch(nic -> nic.device() == lastDevice);
    }

    private boolean wasReplacedOnItsNic(String ip) {
        Report now = newestFirst.getFirst();
        int lastDevice = lastDevice(ip);
        List<Nic> before = nicsWhenLastReported(ip);
        return now.nics().stream()
                .filter(nic -> nic.device() == lastDevice)
                .flatMap(nic -> nic.ips().stream())
                .anyMatch(other -> mayReplace(now, ip, other)
                        && before.stream().noneMatch(nic -> nic.device() == lastDevice && nic.has(other.text())));
    }

    private boolean hasMovedForAMinute(String ip) {
        Report now = newestFirst.getFirst();
        for (Report report : sincePresent(ip)) {
            boolean moved = !report.contains(ip)
                    && report.toolsRunning()
                    && report.nics().stream()
                            .flatMap(nic -> nic.ips().stream())
                            .anyMatch(other -> mayReplace(report, ip, other));
            if (!moved) {
                return false;
            }
            if (now.second() - report.second() >= 60) {
                return true;
            }
        }
        return false;
    }

    private boolean mayReplace(Report report, String ip, Ip other) {
        boolean wasSingleAddress = nicsWhenLastReported(ip).stream()
                .flatMap(nic -> nic.ips().stream())
                .anyMatch(each -> each.text().equals(ip) && each.isSingleAddress());
        return other.isUsable()
                && other.isV6() == ip.contains(":")
                && !report.node().contains(other.text())
                && (!other.isSingleAddress() || wasSingleAddress)
                && (!report.possiblyVirtual().contains(other.text())
                        || report.possiblyVirtual().contains(ip));
    }

    /// Returns the device that last had the address. If no report since the start had it, returns the only
    /// device, or 0 if there were several.
    private int lastDevice(String ip) {
        int only = 0;
        for (Report report : sincePresent(ip)) {
            for (Nic nic : report.nics()) {
                if (nic.has(ip)) {
                    return nic.device();
                }
            }
            if (report.nicCount() <= 1 && report.nics().size() == 1) {
                only = report.nics().getFirst().device();
            }
        }
        return only;
    }

    private List<Nic> nicsWhenLastReported(String ip) {
        return sincePresent(ip).stream()
                .filter(report -> report.contains(ip))
                .findFirst()
                .map(Report::nics)
                .orElse(List.of());
    }

    /// Returns the reports since the Node has the address, newest first.
    private List<Report> sincePresent(String ip) {
        return newestFirst.stream()
                .takeWhile(report -> report.node().contains(ip))
                .toList();
    }
}
