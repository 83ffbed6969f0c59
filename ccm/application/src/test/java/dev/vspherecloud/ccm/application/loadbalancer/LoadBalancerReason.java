package dev.vspherecloud.ccm.application.loadbalancer;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;

/// The reasons of this controller.
enum LoadBalancerReason implements ReasonCode {
    NOT_PROVIDED(reason(Group.LOAD_BALANCER, "LoadBalancerNotProvided", "No load balancer")
            .means("The Service asks for a load balancer, and this program makes none.")
            .cause("The type of the Service is LoadBalancer.")
            .remedy("Install a controller that makes load balancers."));

    /// A nested class, so that it is initialised before the constants above use it.
    private static final class Group {
        private static final ReasonGroup LOAD_BALANCER = new ReasonGroup("Load balancers");
    }

    private final ReasonRow row;

    LoadBalancerReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }
}
