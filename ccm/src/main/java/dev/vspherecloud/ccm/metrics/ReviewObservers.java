package dev.vspherecloud.ccm.metrics;

import dev.vspherecloud.serving.auth.AccessReviews;
import dev.vspherecloud.serving.auth.TokenReviews;

/// Who hears of questions to the API server about visitors.
public interface ReviewObservers {
    /// Nobody listens.
    ReviewObservers NONE = new ReviewObservers() {
        @Override
        public TokenReviews counted(TokenReviews reviews) {
            return reviews;
        }

        @Override
        public AccessReviews counted(AccessReviews reviews) {
            return reviews;
        }
    };

    /// The same, counted.
    TokenReviews counted(TokenReviews reviews);

    /// The same, counted.
    AccessReviews counted(AccessReviews reviews);
}
