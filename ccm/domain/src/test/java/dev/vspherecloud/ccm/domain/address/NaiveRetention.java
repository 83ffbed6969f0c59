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

        boolean isLone() {
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
    record Look(long second, List<Nic> nics, int cards, boolean toolsRunning, Set<String> node, Set<String> doubtful) {
        boolean shows(String ip) {
            return nics.stream().anyMatch(nic -> nic.has(ip));
        }

        boolean isOfNoUse() {
            return nics.stream().flatMap(nic -> nic.ips().stream()).noneMatch(Ip::isUsable);
        }
    }

    private final List<Look> newestFirst = new ArrayList<>();

    void restart() {
        newestFirst.clear();
    }

    void look(Look look) {
        newestFirst.addFirst(look);
    }

    /// Returns true if the newest report lacks this address of the Node, and there is no reason to drop it.
    boolean isKept(String ip) {
        Look now = newestFirst.getFirst();
        return !now.shows(ip) && !leftWithItsNic(ip) && !wasReplacedOnItsNic(ip) && !hasMovedForAMinute(ip);
    }

    private boolean leftWithItsNic(String ip) {
        Look now = newestFirst.getFirst();
        int home = home(ip);
        return home != 0
                && now.cards() == now.nics().size()
                && now.cards() > 0
                && now.nics().stream().noneMatch(nic -> nic.device() == home);
    }

    private boolean wasReplacedOnItsNic(String ip) {
        Look now = newestFirst.getFirst();
        int home = home(ip);
        List<Nic> before = lastSight(ip);
        return now.nics().stream()
                .filter(nic -> nic.device() == home)
                .flatMap(nic -> nic.ips().stream())
                .anyMatch(other -> mayReplace(now, ip, other)
                        && before.stream().noneMatch(nic -> nic.device() == home && nic.has(other.text())));
    }

    private boolean hasMovedForAMinute(String ip) {
        Look now = newestFirst.getFirst();
        for (Look look : sincePresent(ip)) {
            boolean moved = !look.shows(ip)
                    && look.toolsRunning()
                    && look.nics().stream()
                            .flatMap(nic -> nic.ips().stream())
                            .anyMatch(other -> mayReplace(look, ip, other));
            if (!moved) {
                return false;
            }
            if (now.second() - look.second() >= 60) {
                return true;
            }
        }
        return false;
    }

    private boolean mayReplace(Look look, String ip, Ip other) {
        boolean wasLone = lastSight(ip).stream()
                .flatMap(nic -> nic.ips().stream())
                .anyMatch(each -> each.text().equals(ip) && each.isLone());
        return other.isUsable()
                && other.isV6() == ip.contains(":")
                && !look.node().contains(other.text())
                && (!other.isLone() || wasLone)
                && (!look.doubtful().contains(other.text()) || look.doubtful().contains(ip));
    }

    /// Returns the device that last had the address. If no report since the start had it, returns the only
    /// device, or 0 if there were several.
    private int home(String ip) {
        int only = 0;
        for (Look look : sincePresent(ip)) {
            for (Nic nic : look.nics()) {
                if (nic.has(ip)) {
                    return nic.device();
                }
            }
            if (look.cards() <= 1 && look.nics().size() == 1) {
                only = look.nics().getFirst().device();
            }
        }
        return only;
    }

    private List<Nic> lastSight(String ip) {
        return sincePresent(ip).stream()
                .filter(look -> look.shows(ip))
                .findFirst()
                .map(Look::nics)
                .orElse(List.of());
    }

    /// Returns the reports since the Node has the address, newest first.
    private List<Look> sincePresent(String ip) {
        return newestFirst.stream().takeWhile(look -> look.node().contains(ip)).toList();
    }
}
