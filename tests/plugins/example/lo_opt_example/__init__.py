"""A package from elsewhere that adds to lo-opt by entry points alone."""
