package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;

/// The door of one vCenter, kept by a [VcenterAccount]: whoever logs in by its name is let in or turned away by it,
/// and enters as a user that the server behind knows. Everybody else passes as he is.
///
/// Threads: any; the account guards what changes.
final class Door {
    private final VcenterAccount account;
    private final String vcenter;
    private final String user;
    private final String password;

    Door(VcenterAccount account, String vcenter, String user, String password) {
        this.account = account;
        this.vcenter = vcenter;
        this.user = user;
        this.password = password;
    }

    Passage meet(Request request) {
        return LoginCall.of(request)
                .filter(login -> login.user().equals(account.user()))
                .<Passage>map(login -> meet(request, login))
                .orElse(new Passage.Enter(request));
    }

    private Passage meet(Request request, LoginCall login) {
        return account.admits(vcenter, login)
                ? new Passage.Enter(login.as(request, user, password))
                : new Passage.TurnedAway(login.side().refusal());
    }
}
