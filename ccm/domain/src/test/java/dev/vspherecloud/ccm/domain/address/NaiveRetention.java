package dev.vspherecloud.ccm.domain.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which addresses of a Node may be let go of, found out by reading all that was ever reported, from the newest back.
/// Deliberately naive: nothing is remembered between two looks but the looks themselves, and addresses are text.
final class NaiveRetention {
    /// An address as text, with its prefix length; 0 when it is not known.
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

    /// @param node the addresses that the Node had then
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

    /// Whether this address of the Node is not to be seen in the newest look, and there is no cause to let go of it.
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

    /// The device on which it was last; the only one there was, when it was not seen since the start; else 0.
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

    /// The looks since the Node has the address, from the newest back.
    private List<Look> sincePresent(String ip) {
        return newestFirst.stream().takeWhile(look -> look.node().contains(ip)).toList();
    }
}
