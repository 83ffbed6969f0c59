package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;

/// The door of one vCenter, kept by a [VcenterAccount]: whoever logs in by its name is let in or turned away by it,
/// and enters as a user that the server behind knows. Everybody else passes as he is.
///
/// Threads: any; the account guards what changes.
final class LoginFilter {
    private final VcenterAccount account;
    private final String vcenter;
    private final String user;
    private final String password;

    LoginFilter(VcenterAccount account, String vcenter, String user, String password) {
        this.account = account;
        this.vcenter = vcenter;
        this.user = user;
        this.password = password;
    }

    RewriteResult filter(Request request) {
        return LoginCall.of(request)
                .filter(login -> login.user().equals(account.user()))
                .<RewriteResult>map(login -> filter(request, login))
                .orElse(new RewriteResult.Forward(request));
    }

    private RewriteResult filter(Request request, LoginCall login) {
        return account.admits(vcenter, login)
                ? new RewriteResult.Forward(login.as(request, user, password))
                : new RewriteResult.Rejected(login.side().refusal());
    }
}
