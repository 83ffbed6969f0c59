package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;

/// Lets a [VcenterAccount] accept or refuse the logins with its user name at one vCenter. An accepted login goes on
/// with a user that the server knows. Requests with other user names pass unchanged.
///
/// Threads: any; the account guards its own state.
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
                : new RewriteResult.Rejected(login.protocol().refusal());
    }
}
