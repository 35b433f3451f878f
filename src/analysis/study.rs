//! What an analysis saw, for those who learn from it.

use super::group_features::GroupFeatures;
use super::point_features::PointFeatures;
use crate::rules::Point;

/// What the groups and the empty points of a position show.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Of each group, by [`super::GroupId::index`].
    pub groups: Vec<GroupFeatures>,
    /// Of each empty point.
    pub points: Vec<(Point, PointFeatures)>,
}
